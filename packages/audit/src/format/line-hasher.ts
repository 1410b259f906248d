// Hashes that chain the lines of a log: each line ends with a hash over its own text, which includes the hash of
// the previous line. With a key the hash is an HMAC, so valid lines and checkpoint files cannot be created without
// the key.

import * as crypto from 'node:crypto';

/** The previous hash of the first record of a session. */
export const noHash = '0'.repeat(64);

/** The end of a line without a hash, and the position of the hash in it. */
export const emptyEnding = `,"hash":"${noHash}"}\n`;
export const hashAt = ',"hash":"'.length;

/** Computes the hashes of lines and checkpoint files. */
export interface LineHasher {
  readonly keyed: boolean;
  /** The hash of the text of a line, up to its own hash. */
  line(text: string | Uint8Array): string;
  /**
   * The tag for the checkpoint file, derived from the hash that it names. It differs from that hash, so that
   * old lines do not reveal a tag.
   */
  tag(hash: string): string;
}

/** `crypto.hash` is twice as fast for short texts; the first releases of Node 20 do not have it. */
const sha256: (text: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');

/** Plain or keyed hashes. */
export function createLineHasher(key: string | undefined): LineHasher {
  if (key === undefined || key === '') return { keyed: false, line: sha256, tag: () => noHash };
  const hmac = (text: Uint8Array | string) => crypto.createHmac('sha256', key).update(text).digest('hex');
  return { keyed: true, line: hmac, tag: (hash) => hmac(`checkpoint ${hash}`) };
}
