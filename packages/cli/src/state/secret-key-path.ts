// The location of the key that encrypts stored secrets. Separate from `secret-key.ts` so that checking for a key loads nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../files/paths.js';

type Variables = Readonly<Record<string, string | undefined>>;

export const secretKeyVariable = 'CLAWDEFENDER_SECRET_KEY';

/** Another key that is accepted as well, while the nodes of a gateway change theirs. */
export const otherSecretKeyVariable = 'CLAWDEFENDER_OTHER_SECRET_KEY';

export const secretKeyFile = (env: Variables): string => join(stateFolder(env), 'secret.key');

/** Creates a cheap check whether a secret key exists; it runs for each request until there is one. */
export function createSecretKeyCheck(env: Variables): () => boolean {
  const isGiven = (env[secretKeyVariable] ?? '') !== '';
  const file = secretKeyFile(env);
  return () => isGiven || existsSync(file);
}
