// The options of a relay, and those of its parsers.

import type { Limits } from '../message/limits.js';
import type { ParserOptions } from '../message/parse.js';
import type { ConversationOptions } from './conversation.js';
import type { Side } from './diagnostic.js';

export interface RelayOptions extends Omit<ConversationOptions, 'send'> {
  /** Writes these pieces in order. They must not be changed afterwards. */
  readonly toClient: (pieces: readonly Uint8Array[]) => void;
  readonly toServer: (pieces: readonly Uint8Array[]) => void;
  /** Read at the beginning of each message, as `strict` is: getters can change them while the relay runs. */
  readonly limits?: Partial<Limits> | undefined;
  /** Apply the rules for clients to the server as well. */
  readonly strict?: boolean | undefined;
}

/** Passes the options through getters, so that changes take effect. */
export const parserOptions = (
  sender: Side,
  options: Pick<RelayOptions, 'limits' | 'strict'>,
): ParserOptions => ({
  sender,
  get limits() {
    return options.limits;
  },
  get strict() {
    return options.strict;
  },
});
