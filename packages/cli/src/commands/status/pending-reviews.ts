// Counts what requires the attention of the user: pending approvals, changed tools and suspicious tools.

import { ApprovalStore } from '@claw/approvals';
import { useStore } from '../../state/open-store.js';
import { pluralize } from '../../terminal/pluralize.js';
import { countOpen, isOpen, isSuspicious, isUnreviewed, itemsOf } from '../tools/items.js';

/** The counts of what requires attention. */
export interface PendingReviews {
  readonly approvals: number;
  readonly tools: number;
  /** The number of tools with findings, whether accepted or not. */
  readonly suspicious: number;
  /** One line for each count that is not zero. */
  readonly lines: readonly string[];
}

/** Counts the pending reviews; undefined if the store cannot be read, which `doctor` reports. */
export const findPendingReviews = (): Promise<PendingReviews | undefined> =>
  useStore(async ({ table, pins }) => {
    const pending = (await new ApprovalStore(table).approvals()).filter(
      ({ state }) => state === 'pending',
    ).length;
    const known = await pins.list();
    const tools = known.filter(isOpen);
    const suspicious = itemsOf(known.filter((one) => isOpen(one) || isUnreviewed(one))).filter(
      isSuspicious,
    ).length;
    return {
      approvals: pending,
      tools: tools.length,
      suspicious,
      lines: [
        ...(pending > 0
          ? [`pending      ${pluralize(pending, 'approval')}: \`clawdefender approvals list\``]
          : []),
        ...(tools.length > 0 ? [`tools        ${countOpen(tools)}: \`clawdefender tools diff\``] : []),
        ...(suspicious > 0
          ? [`suspicious   ${pluralize(suspicious, 'tool')}: \`clawdefender tools list\``]
          : []),
      ],
    };
  }).catch(() => undefined);
