// What makes a chain of lines: each line ends with a hash over its own text, which holds the hash of the line before.
// With a key the hash is an HMAC, and nobody without the key can write a line, or a witness, that holds.

import * as crypto from 'node:crypto';

/** The hash before the first record of a session. */
export const noHash = '0'.repeat(64);

/** How a line ends before there is one, and where the hash stands in it. */
export const emptyEnding = `,"hash":"${noHash}"}\n`;
export const hashAt = ',"hash":"'.length;

/** How a line and its witness are sealed. */
export interface Seal {
  readonly keyed: boolean;
  /** Of the text of a line, up to its hash. */
  line(text: string | Uint8Array): string;
  /** Of the hash that the witness names. Differs from that hash, so that no old line gives a witness away. */
  witness(hash: string): string;
}

/** `crypto.hash` is twice as fast for short texts; the first releases of Node 20 do not have it. */
const sha256: (text: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');

/** Plain hashes, or keyed ones. */
export function createSeal(key: string | undefined): Seal {
  if (key === undefined || key === '') return { keyed: false, line: sha256, witness: () => noHash };
  const hmac = (text: Uint8Array | string) => crypto.createHmac('sha256', key).update(text).digest('hex');
  return { keyed: true, line: hmac, witness: (hash) => hmac(`witness ${hash}`) };
}
