// The interface of an approval channel.

import type { Approval, ApprovalDecision } from '../model.js';

export interface ChannelRequest {
  /** Resolves to undefined if there was no decision on this channel. */
  readonly decision: Promise<ApprovalDecision | undefined>;
  /**
   * True if the call does not stay pending: it gets a response that requests approval, and the client sends the
   * decision of the user when it repeats the call.
   */
  readonly respondsAtOnce?: boolean;
}

/** Displays a request until it is decided. */
export interface Channel {
  readonly name: 'elicitation' | 'terminal' | 'cli' | 'dashboard';
  /** Returns undefined if the channel cannot be used for this request. */
  requestApproval(approval: Approval, signal: AbortSignal): ChannelRequest | undefined;
}
