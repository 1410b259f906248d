// Finds numbers that different parsers may read differently.

import { findNumbers } from '@claw/jsonrpc-stream';

/**
 * Returns true if the displayed numbers are exact. An approval is bound to the displayed text, so different numbers
 * must not look the same.
 */
export const showsEveryNumber = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => {
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '');
    return digits.length <= 15 && Number.isFinite(Number(token));
  });

/**
 * Returns true if every number is in canonical form. Other parsers may distinguish neighboring numbers above 2^53, or
 * `1.0` and `1`.
 */
export const hasExactNumbers = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => String(Number(token)) === token);
