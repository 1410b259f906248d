// What waits for a person: questions without an answer, tools that are not what was accepted, and tools that read like an attack.

import { Ledger } from '@claw/approvals';
import { counted } from '../../counted.js';
import { useStore } from '../../state-store.js';
import { countOpen, isOpen, isSuspicious, itemsOf } from '../tools/items.js';

/** What waits; undefined where the store cannot be read, which `doctor` tells. */
export interface OpenMatters {
  readonly questions: number;
  readonly tools: number;
  /** Tools that read like an attack, also those that were accepted. */
  readonly suspicious: number;
  /** One short line for each kind that there is. */
  readonly lines: readonly string[];
}

export const findOpenMatters = (): Promise<OpenMatters | undefined> =>
  useStore(async ({ cells, pins }) => {
    const questions = (await new Ledger(cells).approvals()).filter(({ state }) => state === 'pending').length;
    const known = await pins.list();
    const tools = known.filter(isOpen);
    const suspicious = itemsOf(known).filter(isSuspicious).length;
    return {
      questions,
      tools: tools.length,
      suspicious,
      lines: [
        ...(questions > 0
          ? [`waiting      ${counted(questions, 'question')}: \`clawdefender approvals list\``]
          : []),
        ...(tools.length > 0 ? [`tools        ${countOpen(tools)}: \`clawdefender tools diff\``] : []),
        ...(suspicious > 0
          ? [`suspicious   ${counted(suspicious, 'tool')}: \`clawdefender tools list\``]
          : []),
      ],
    };
  }).catch(() => undefined);
