// API keys of callers: random text that is shown once and stored as a hash. A key has 256 random bits, so a plain hash cannot be
// reversed by guessing.

import { createHash, randomBytes } from 'node:crypto';

/** Makes keys recognizable to secret scanners, ours included. */
const PREFIX = 'claw_';

/** A new key, and the data to store for it. */
export function createApiKey(): { readonly key: string; readonly hash: string } {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, hash: hashApiKey(key) };
}

/** The stored form of a key. A lookup by hash gives an attacker no timing information. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');
