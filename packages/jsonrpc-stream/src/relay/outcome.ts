// The output of the relay for one message, as messages and as bytes.

import type { Message } from '../message/message.js';

/** The messages that one incoming message leads to: at most one for the receiver, any number for its sender. */
export interface Effect {
  readonly toReceiver?: Message | undefined;
  readonly toSender?: readonly Message[];
}

export const NO_EFFECT: Effect = {};

/** The bytes to write because of something that arrived. */
export interface Outcome {
  readonly toReceiver: readonly Uint8Array[] | undefined;
  /** True when `toReceiver` is exactly what arrived. */
  readonly unchanged: boolean;
  readonly toSender: readonly Uint8Array[] | undefined;
}

export const NO_OUTPUT: Outcome = { toReceiver: undefined, unchanged: false, toSender: undefined };

/** The frames of an effect; `original` is the message that caused it. */
export const toOutcome = ({ toReceiver, toSender }: Effect, original?: Message): Outcome => ({
  toReceiver: toReceiver?.frame,
  unchanged: toReceiver !== undefined && toReceiver === original,
  toSender: toSender?.flatMap(({ frame }) => frame),
});
