// The rules for messages, complete, as they are whenever somebody looks. Whoever gives them may change them at any time.

import { defaultLimits, type Limits, type ParserOptions } from '@claw/jsonrpc-stream';

export interface WireOptions {
  /** Like the rest, read for every message: options with getters can change them. */
  readonly limits?: Partial<Limits> | undefined;
  /** Hold the server to the rules for clients. */
  readonly strict?: boolean | undefined;
  /** Answers that belong to no request; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop' | undefined;
}

export interface WireInForce {
  readonly limits: Limits;
  readonly strict: boolean;
  readonly unmatched: 'pass' | 'drop' | undefined;
}

/** Equal limits stay the same object: readers begin anew when they get another one. */
export function wireInForce(wire: WireOptions): WireInForce {
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

/** What a reader is made with that goes by these rules, whatever they become. */
export const readingRules = (sender: ParserOptions['sender'], wire: WireInForce): ParserOptions => ({
  sender,
  get limits() {
    return wire.limits;
  },
  get strict() {
    return wire.strict;
  },
});
