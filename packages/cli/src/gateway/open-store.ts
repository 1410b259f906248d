// Opens the store of the gateway and checks that this program version can use its data.

import { createHmac, randomUUID } from 'node:crypto';
import { openRedisStore, openSqliteStore, type Secrets, type Store } from '@claw/store';
import { UserError } from '../command-line/user-error.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { createStoreWarnings, userMessage } from '../diagnostics/store-warnings.js';
import { stateFile } from '../files/paths.js';
import { readOrCreateSecretKey } from '../state/secret-key.js';

export interface OpenedStore {
  readonly store: Store;
  readonly secrets: Secrets;
  /** Signs session ids; derived from the secret key, so it is the same on all nodes. */
  readonly sessionKey: Uint8Array;
}

/** Increased when the meaning of entries of the gateway changes. */
const SCHEMA_VERSION = '1';

/** Opens the store. Throws a `UserError` with the problem. */
export async function openGatewayStore(
  redisUrl: string | undefined,
  diagnostics: Diagnostics,
): Promise<OpenedStore> {
  if (redisUrl !== undefined && !/^rediss?:\/\/./.test(redisUrl))
    throw new UserError('Invalid value for `--redis`. Use a URL such as `redis://127.0.0.1:6379`.');
  const key = await readKey();
  const store =
    redisUrl === undefined
      ? openSqliteStore({ file: stateFile(process.env), onFailure: createStoreWarnings(diagnostics) })
      : openRedisStore({ url: redisUrl });
  try {
    const secrets = store.secrets(key);
    await checkContents(store, secrets);
    return { store, secrets, sessionKey: createHmac('sha256', key).update('session ids').digest() };
  } catch (error) {
    await store.close();
    throw error instanceof UserError ? error : new UserError(`Cannot start: ${userMessage(error)}.`);
  }
}

async function readKey(): Promise<Uint8Array> {
  try {
    return await readOrCreateSecretKey(process.env);
  } catch (error) {
    throw new UserError(userMessage(error));
  }
}

async function checkContents({ table }: Store, secrets: Secrets): Promise<void> {
  await table.add('gateway', 'schema_version', SCHEMA_VERSION);
  const found = await table.get('gateway', 'schema_version');
  if (found !== SCHEMA_VERSION)
    throw new UserError(
      `The store has the schema version ${found}; this program uses ${SCHEMA_VERSION}. Use the version of clawdefender that wrote it, or another store.`,
    );
  const name = 'key_check';
  await table.add('gateway', name, secrets.seal(name, randomUUID()));
  try {
    secrets.open(name, (await table.get('gateway', name)) ?? '');
  } catch {
    throw new UserError(
      'The secret key is not the one that this store was encrypted with. Set `CLAWDEFENDER_SECRET_KEY` to the same key on all nodes.',
    );
  }
}
