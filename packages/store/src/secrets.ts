// Secrets, encrypted before they reach any store: AES-256-GCM with a fresh nonce for each. The name is sealed in, so that
// nobody can put one secret in the place of another.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Cells } from './cells.js';

/** Secrets by name. Whoever reads the store without the key learns the names and the lengths. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** The key in a text: 32 bytes as base64 or hexadecimal digits, or any other text of at least 32 characters. */
export function readSecretKey(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === keyLength && bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, ''))
    return bytes;
  if (text.length < keyLength)
    throw new RangeError(
      'the secret key is too short; use 32 random bytes, for example `openssl rand -base64 32`',
    );
  return createHash('sha256').update(text).digest();
}

/** A secret as text that only the key opens. */
function seal(key: Uint8Array, name: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

function unseal(key: Uint8Array, name: string, text: string): string {
  const bytes = Buffer.from(text.replace(/^v1\./, ''), 'base64url');
  const nonce = bytes.subarray(0, nonceLength);
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const sealed = bytes.subarray(nonceLength + tagLength);
    return Buffer.concat([cipher.update(sealed), cipher.final()]).toString();
  } catch (error) {
    throw new Error(`the secret \`${name}\` cannot be opened; it was sealed with another key, or changed`, {
      cause: error,
    });
  }
}

export function createSecrets(cells: Cells, key: Uint8Array): Secrets {
  if (key.length !== keyLength)
    throw new RangeError(`a secret key has ${keyLength} bytes, not ${key.length}`);
  return {
    async get(name) {
      const text = await cells.get('secret', name);
      return text === undefined ? undefined : unseal(key, name, text);
    },
    async set(name, secret) {
      await cells.put('secret', name, seal(key, name, secret));
    },
    async remove(name) {
      return cells.remove('secret', name);
    },
    async names() {
      return (await cells.list('secret')).map((cell) => cell.key);
    },
  };
}
