// Numbers that all parsers read in the same way.

import { findNumbers } from '@claw/jsonrpc-stream';

/** An approval is bound to displayed text, so numbers that only look equal must not share one. */
export const showsEveryNumber = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => {
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '');
    return digits.length <= 15 && Number.isFinite(Number(token));
  });

/**
 * True if every number is in canonical form: other parsers may distinguish neighbors above 2^53, or `1.0`
 * and `1`.
 */
export const hasExactNumbers = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => String(Number(token)) === token);
