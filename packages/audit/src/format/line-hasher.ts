// Computes the hashes that chain the lines of a log: the hash at the end of each line covers the text of the line,
// which includes the hash of the previous line. With a key, the hash is an HMAC, so valid lines and checkpoint files
// cannot be created without the key.

import * as crypto from 'node:crypto';

/** The value of the previous hash in the first record of a session. */
export const noHash = '0'.repeat(64);

/** The end of a line with a placeholder for the hash, and the position of the hash in it. */
export const emptyEnding = `,"hash":"${noHash}"}\n`;
export const hashAt = ',"hash":"'.length;

/** Computes the hashes of lines and checkpoint files. */
export interface LineHasher {
  readonly keyed: boolean;
  /** Returns the hash of the text of a line before its own hash. */
  line(text: string | Uint8Array): string;
  /**
   * Returns the tag for the checkpoint file, derived from the hash that the file names. The tag differs from that
   * hash, so that it cannot be copied from old lines.
   */
  tag(hash: string): string;
}

/** `crypto.hash` is twice as fast for short texts, but the first versions of Node 20 do not have it. */
const sha256: (text: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');

/** Creates a hasher for plain hashes, or with a key for keyed hashes. */
export function createLineHasher(key: string | undefined): LineHasher {
  if (key === undefined || key === '') return { keyed: false, line: sha256, tag: () => noHash };
  const hmac = (text: Uint8Array | string) => crypto.createHmac('sha256', key).update(text).digest('hex');
  return { keyed: true, line: hmac, tag: (hash) => hmac(`checkpoint ${hash}`) };
}
