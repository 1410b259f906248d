// The interface of an approval channel.

import type { Approval, Reply } from '../model.js';

export interface ChannelRequest {
  /** Resolves to undefined if there was no decision on this channel. */
  readonly answer: Promise<Reply | undefined>;
  /**
   * True if the call does not stay pending: it gets a response that requests approval, and the client sends the
   * decision of the user when it repeats the call.
   */
  readonly returns?: boolean;
}

/** Displays a request until it is decided. */
export interface Channel {
  readonly name: 'elicitation' | 'terminal' | 'cli' | 'dashboard';
  /** Returns undefined if the channel cannot be used for this request. */
  ask(approval: Approval, over: AbortSignal): ChannelRequest | undefined;
}
