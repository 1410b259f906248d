// Where the key is that seals the secrets in our state, and whether there is one. Apart from what reads it: asking loads nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from './places.js';

type Variables = Readonly<Record<string, string | undefined>>;

export const secretKeyVariable = 'CLAWDEFENDER_SECRET_KEY';

export const secretKeyFile = (env: Variables): string => join(stateFolder(env), 'secret.key');

/** A look whether anything can be sealed with a key of ours. Cheap: it is taken for each request until there is one. */
export function lookForSecretKey(env: Variables): () => boolean {
  const isGiven = (env[secretKeyVariable] ?? '') !== '';
  const file = secretKeyFile(env);
  return () => isGiven || existsSync(file);
}
