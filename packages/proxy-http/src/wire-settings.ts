// The parsing limits with their defaults. Each read returns the current values, because a policy reload can change
// them.

import { defaultLimits, type Limits, type ParserOptions } from '@claw/jsonrpc-stream';

export interface WireOptions {
  /** This and the other options are read for each message, so getters can change them. */
  readonly limits?: Partial<Limits> | undefined;
  /** If true, the stricter rules for clients also apply to the server. */
  readonly strict?: boolean | undefined;
  /** The action for responses that match no request; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop' | undefined;
}

export interface WireSettings {
  readonly limits: Limits;
  readonly strict: boolean;
  readonly unmatched: 'pass' | 'drop' | undefined;
}

/** While the limits do not change, they are the same object, because parsers reset when the object changes. */
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

/** Returns options for a parser that always uses the current settings. */
export const parserOptions = (sender: ParserOptions['sender'], wire: WireSettings): ParserOptions => ({
  sender,
  get limits() {
    return wire.limits;
  },
  get strict() {
    return wire.strict;
  },
});
