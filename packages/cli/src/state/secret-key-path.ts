// Determines the location of the key that encrypts stored secrets. This file is separate from `secret-key.ts`, so that
// checking for a key loads no other code.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../files/paths.js';

type Variables = Readonly<Record<string, string | undefined>>;

export const secretKeyVariable = 'CLAWDEFENDER_SECRET_KEY';

/** A second key that is accepted as well, while the nodes of a gateway change to a new key. */
export const otherSecretKeyVariable = 'CLAWDEFENDER_OTHER_SECRET_KEY';

export const secretKeyFile = (env: Variables): string => join(stateFolder(env), 'secret.key');

/**
 * Creates a function that checks whether a secret key exists. The check must be cheap, because it runs for each
 * request until there is a key.
 */
export function createSecretKeyCheck(env: Variables): () => boolean {
  const isGiven = (env[secretKeyVariable] ?? '') !== '';
  const file = secretKeyFile(env);
  return () => isGiven || existsSync(file);
}
