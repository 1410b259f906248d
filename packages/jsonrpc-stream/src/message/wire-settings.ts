// The settings of a connection that a user can change while it is open.

import type { Limits } from './limits.js';

/**
 * The framing rules of a connection. They are read at the beginning of each message, so getters can change them. While
 * the limits do not change, return the same object: a parser prepares itself again for each new one.
 */
export interface WireSettings {
  /** The limits for messages; see `defaultLimits`. */
  readonly limits?: Partial<Limits> | undefined;
  /** If true, the rules for clients apply to the server as well. */
  readonly strict?: boolean | undefined;
  /** The action for responses with an unknown id; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop' | undefined;
  /** The action for lines of the server that are plain text, such as debug output; `drop` by default. */
  readonly nonJson?: 'drop' | 'pass' | undefined;
}
