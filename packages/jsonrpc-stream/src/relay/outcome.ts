// The output of the relay for one message, as messages and as bytes.

import type { Message } from '../message/message.js';

/**
 * The messages that the relay sends because of one incoming message: at most one to the receiver, any number to its
 * sender.
 */
export interface OutgoingMessages {
  readonly toReceiver?: Message | undefined;
  readonly toSender?: readonly Message[];
}

export const NO_MESSAGES: OutgoingMessages = {};

/** The bytes that the relay writes because of one incoming message. */
export interface Outcome {
  readonly toReceiver: readonly Uint8Array[] | undefined;
  /** True if `toReceiver` contains exactly the bytes that arrived. */
  readonly unchanged: boolean;
  readonly toSender: readonly Uint8Array[] | undefined;
}

export const NO_OUTPUT: Outcome = { toReceiver: undefined, unchanged: false, toSender: undefined };

/** Converts messages to bytes; `original` is the message that caused them. */
export const toOutcome = ({ toReceiver, toSender }: OutgoingMessages, original?: Message): Outcome => ({
  toReceiver: toReceiver?.frame,
  unchanged: toReceiver !== undefined && toReceiver === original,
  toSender: toSender?.flatMap(({ frame }) => frame),
});
