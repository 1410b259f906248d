// What waits for a person: questions without an answer, and tools that are not what was accepted.

import { Ledger } from '@claw/approvals';
import { counted } from '../../counted.js';
import { useStore } from '../../state-store.js';
import { countOpen, isOpen } from '../tools/items.js';

/** What waits; undefined where the store cannot be read, which `doctor` tells. */
export interface OpenMatters {
  readonly questions: number;
  readonly tools: number;
  /** One short line for each kind that there is. */
  readonly lines: readonly string[];
}

export const findOpenMatters = (): Promise<OpenMatters | undefined> =>
  useStore(async ({ cells, pins }) => {
    const questions = (await new Ledger(cells).approvals()).filter(({ state }) => state === 'pending').length;
    const tools = (await pins.list()).filter(isOpen);
    return {
      questions,
      tools: tools.length,
      lines: [
        ...(questions > 0
          ? [`waiting      ${counted(questions, 'question')}: \`clawdefender approvals list\``]
          : []),
        ...(tools.length > 0 ? [`tools        ${countOpen(tools)}: \`clawdefender tools diff\``] : []),
      ],
    };
  }).catch(() => undefined);
