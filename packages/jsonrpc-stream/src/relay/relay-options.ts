// The options of a relay and of its parsers.

import type { Limits } from '../message/limits.js';
import type { ParserOptions } from '../message/parse.js';
import type { ConversationOptions } from './conversation.js';
import type { Side } from './diagnostic.js';

export interface RelayOptions extends Omit<ConversationOptions, 'send'> {
  /** Writes these pieces in order. They must not be changed afterwards. */
  readonly toClient: (pieces: readonly Uint8Array[]) => void;
  readonly toServer: (pieces: readonly Uint8Array[]) => void;
  /** Read at the beginning of each message, like `strict`, so getters can change them while the relay runs. */
  readonly limits?: Partial<Limits> | undefined;
  /** If true, the rules for clients apply to the server as well. */
  readonly strict?: boolean | undefined;
}

/** Creates parser options whose getters read the current values of the relay options. */
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
