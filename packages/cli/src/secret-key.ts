// The key that seals the secrets in our state: from the environment, or from a file that is made when it is first needed.

import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readSecretKey } from '@claw/store';
import { writePrivateFile } from './private-file.js';
import { lookForSecretKey, secretKeyFile, secretKeyVariable } from './secret-key-place.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Whether anything can be sealed with a key of ours. */
export const hasSecretKey = (env: Variables): boolean => lookForSecretKey(env)();

/** The key. Throws when there is none, or when it cannot be used. */
export function findSecretKey(env: Variables): Uint8Array {
  const given = env[secretKeyVariable] ?? '';
  if (given !== '') return explaining(`\`${secretKeyVariable}\``, () => readSecretKey(given));
  const file = secretKeyFile(env);
  return explaining(file, () => {
    // Whoever else can read the key can open what it seals.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`others can read it; say \`chmod 600 ${file}\`, and log in again if somebody may have`);
    return readSecretKey(readFileSync(file, 'utf8').trim());
  });
}

/** The key, made if there is none. Of two who make one at once, one does. */
export async function findOrMakeSecretKey(env: Variables): Promise<Uint8Array> {
  if (!hasSecretKey(env))
    await writePrivateFile(secretKeyFile(env), `${randomBytes(32).toString('base64')}\n`, true).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  return findSecretKey(env);
}

function explaining<T>(place: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    // The message may reach a client, which is not told where our files are; see `whyOf`.
    throw Object.assign(new Error('the secret key cannot be used', { cause: error }), {
      details: `the secret key in ${place} cannot be used: ${(error as Error).message}`,
    });
  }
}
