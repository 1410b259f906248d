// Reads the key that encrypts stored secrets from the environment, or from a file that is created when it is first
// needed.

import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readSecretKey } from '@claw/store';
import { writePrivateFile } from '../files/private-file.js';
import {
  createSecretKeyCheck,
  otherSecretKeyVariable,
  secretKeyFile,
  secretKeyVariable,
} from './secret-key-path.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** True if a secret key exists. */
export const hasSecretKey = (env: Variables): boolean => createSecretKeyCheck(env)();

/** Returns the key. Throws if it is missing or invalid. */
export function readSecretKeyOf(env: Variables): Uint8Array {
  const given = env[secretKeyVariable] ?? '';
  if (given !== '') return withExplanation(`\`${secretKeyVariable}\``, () => readSecretKey(given));
  const file = secretKeyFile(env);
  return withExplanation(file, () => {
    // A user who can read the key can decrypt the secrets.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(
        `other users can read the file. Run \`chmod 600 ${file}\`, and log in again if the key may have been read`,
      );
    return readSecretKey(readFileSync(file, 'utf8').trim());
  });
}

/** Returns the additional keys that are accepted for decryption. Throws if a key is invalid. */
export function readOtherSecretKeys(env: Variables): readonly Uint8Array[] {
  const given = env[otherSecretKeyVariable] ?? '';
  return given === '' ? [] : [withExplanation(`\`${otherSecretKeyVariable}\``, () => readSecretKey(given))];
}

/** Returns the key and creates it if it does not exist. Two concurrent processes get the same key. */
export async function readOrCreateSecretKey(env: Variables): Promise<Uint8Array> {
  if (!hasSecretKey(env))
    await writePrivateFile(secretKeyFile(env), `${randomBytes(32).toString('base64')}\n`, true).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  return readSecretKeyOf(env);
}

function withExplanation<T>(location: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    // The message may be sent to a client, so it contains no paths; the user gets `details`.
    throw Object.assign(new Error('cannot use the secret key', { cause: error }), {
      details: `Cannot use the secret key in ${location}: ${(error as Error).message}`,
    });
  }
}
