// Creates and hashes the API keys of callers. A key is random text that is shown once and stored as a hash. It has 256
// random bits and cannot be guessed, so a plain hash is sufficient.

import * as crypto from 'node:crypto';

/** The prefix by which secret scanners, including the detectors of this project, recognize a key. */
const PREFIX = 'claw_';

/** Creates a key, and the hash to store for it. */
export function createApiKey(): { readonly key: string; readonly hash: string } {
  const key = PREFIX + crypto.randomBytes(32).toString('base64url');
  return { key, hash: hashApiKey(key) };
}

/** Returns the stored form of a key. A lookup by hash gives an attacker no timing information. */
export const hashApiKey: (key: string) => string =
  // `crypto.hash` is twice as fast for short texts; the first releases of Node 20 do not have it.
  typeof crypto.hash === 'function'
    ? (key) => crypto.hash('sha256', key, 'hex')
    : (key) => crypto.createHash('sha256').update(key).digest('hex');
