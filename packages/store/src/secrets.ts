// Encrypts secrets with AES-256-GCM before they are stored. The name is authenticated as well, so an attacker with
// write access to the store cannot swap two secrets.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { KeyValueTable } from './key-value-table.js';

/** Encrypted secrets by name. Without the key, a reader of the store can see only names and lengths. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
  /**
   * Encrypts a secret that is stored elsewhere, for example in the cache. It can be decrypted only with the same
   * name.
   */
  seal(name: string, secret: string): string;
  /**
   * Re-encrypts the secrets that were encrypted with one of the other accepted keys, and returns their number. A
   * secret that no key can decrypt is not changed.
   */
  reseal(): Promise<number>;
  /**
   * Returns true if `sealed` was encrypted with the current key. Throws if none of the accepted keys can decrypt it.
   */
  isCurrent(name: string, sealed: string): boolean;
  /**
   * Decrypts a value from `seal`. Throws if the key is not accepted, if the name differs, or if the value was
   * modified.
   */
  open(name: string, sealed: string): string;
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/**
 * Parses a key: 32 bytes as base64 or hexadecimal digits, or any other text of at least 32 characters (which is
 * hashed).
 */
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

function encrypt(key: Uint8Array, name: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

function decrypt(key: Uint8Array, name: string, text: string): string {
  const bytes = Buffer.from(text.replace(/^v1\./, ''), 'base64url');
  const nonce = bytes.subarray(0, nonceLength);
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const encrypted = bytes.subarray(nonceLength + tagLength);
    return Buffer.concat([cipher.update(encrypted), cipher.final()]).toString();
  } catch (error) {
    throw new Error(`cannot decrypt the secret \`${name}\`: it was encrypted with another key, or modified`, {
      cause: error,
    });
  }
}

/**
 * Creates the encrypted secrets in a table. `others` are keys that are accepted only for decryption, during a key
 * rotation.
 */
export function createSecrets(
  table: KeyValueTable,
  key: Uint8Array,
  others: readonly Uint8Array[] = [],
): Secrets {
  const keys = [key, ...others];
  for (const { length } of keys)
    if (length !== keyLength)
      throw new RangeError(`a secret key must have ${keyLength} bytes, not ${length}`);
  /** Returns the secret, and the index of the key with which it was encrypted. */
  const read = (name: string, text: string, index = 0): readonly [secret: string, index: number] => {
    try {
      return [decrypt(keys[index] as Uint8Array, name, text), index];
    } catch (error) {
      if (index + 1 === keys.length) throw error;
      return read(name, text, index + 1);
    }
  };
  const isReadable = (name: string, text: string): boolean => {
    try {
      read(name, text);
      return true;
    } catch {
      return false;
    }
  };
  const isCurrent = (name: string, text: string): boolean => read(name, text)[1] === 0;
  return {
    async get(name) {
      const text = await table.get('secret', name);
      return text === undefined ? undefined : read(name, text)[0];
    },
    async set(name, secret) {
      await table.put('secret', name, encrypt(key, name, secret));
    },
    async remove(name) {
      return table.remove('secret', name);
    },
    async names() {
      return (await table.list('secret')).map(({ key: name }) => name);
    },
    seal: (name, secret) => encrypt(key, name, secret),
    open: (name, sealed) => read(name, sealed)[0],
    isCurrent,
    async reseal() {
      let count = 0;
      for (const { key: name, value } of await table.list('secret')) {
        if (!isReadable(name, value) || isCurrent(name, value)) continue;
        // If another process has changed the secret in the meantime, it has already encrypted it with its own key.
        if (await table.replace('secret', name, value, encrypt(key, name, read(name, value)[0]))) count += 1;
      }
      return count;
    },
  };
}
