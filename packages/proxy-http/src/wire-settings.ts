// Parsing limits with their defaults. Every read returns the current values, because a policy reload can change them.

import { defaultLimits, type Limits, type ParserOptions } from '@claw/jsonrpc-stream';

export interface WireOptions {
  /** Read for every message, like the other options, so getters can change them. */
  readonly limits?: Partial<Limits> | undefined;
  /** Apply the stricter rules for clients to the server as well. */
  readonly strict?: boolean | undefined;
  /** The handling of responses that match no request; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop' | undefined;
}

export interface WireSettings {
  readonly limits: Limits;
  readonly strict: boolean;
  readonly unmatched: 'pass' | 'drop' | undefined;
}

/** Unchanged limits stay the same object, because parsers reset when the object changes. */
export function liveWireSettings(wire: WireOptions): WireSettings {
  let given: WireOptions['limits'];
  let limits: Limits = defaultLimits;
  return {
    get limits() {
      if (given !== wire.limits) {
        given = wire.limits;
        limits = { ...defaultLimits, ...given };
      }
      return limits;
    },
    get strict() {
      return wire.strict ?? false;
    },
    get unmatched() {
      return wire.unmatched;
    },
  };
}

/** Options for a parser that always uses the current settings. */
export const parserOptions = (sender: ParserOptions['sender'], wire: WireSettings): ParserOptions => ({
  sender,
  get limits() {
    return wire.limits;
  },
  get strict() {
    return wire.strict;
  },
});
