// Numbers that are the same to everybody who reads them.

import { findNumbers } from '@claw/jsonrpc-stream';

/** A yes is bound to what was shown; numbers that only look the same must not share one. */
export const showsEveryNumber = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => {
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '');
    return digits.length <= 15 && Number.isFinite(Number(token));
  });

/** Whether every number is spelt the way we write it: neighbours beyond 2^53, `1.0` and `1` are one number to us only. */
export const hasExactNumbers = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => String(Number(token)) === token);
