// Opens the store of the gateway and checks that this program version can read its data.

import { createHmac, randomUUID } from 'node:crypto';
import { openRedisStore, openSqliteStore, type Secrets, type Store, StoreError } from '@claw/store';
import { UserError } from '../command-line/user-error.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { createStoreWarnings, userMessage } from '../diagnostics/store-warnings.js';
import { stateFile } from '../files/paths.js';
import { readOrCreateSecretKey, readOtherSecretKeys } from '../state/secret-key.js';
import { pluralize } from '../terminal/pluralize.js';

export interface OpenedStore {
  readonly store: Store;
  readonly secrets: Secrets;
  /**
   * The keys for session ids: the first key signs, and all keys are accepted. They are derived from the secret keys, so
   * they are the same on all nodes.
   */
  readonly sessionKeys: readonly Uint8Array[];
}

/** Increased when the format of the gateway data changes. */
const SCHEMA_VERSION = '1';

/** Opens the store. Throws a `UserError` that describes the problem. */
export async function openGatewayStore(
  redisUrl: string | undefined,
  diagnostics: Diagnostics,
): Promise<OpenedStore> {
  if (redisUrl !== undefined && !/^rediss?:\/\/./.test(redisUrl))
    throw new UserError('Invalid value for `--redis`. Use a URL such as `redis://127.0.0.1:6379`.');
  const [key, ...others] = await readKeys();
  const store =
    redisUrl === undefined
      ? openSqliteStore({ file: stateFile(process.env), onFailure: createStoreWarnings(diagnostics) })
      : openRedisStore({ url: redisUrl });
  try {
    const secrets = store.secrets(key, others);
    await checkContents(store, secrets);
    const resealed = await secrets.reseal();
    if (resealed > 0) diagnostics.write(describeReseal(resealed));
    const sessionKeys = [key, ...others].map((one) =>
      createHmac('sha256', one).update('session ids').digest(),
    );
    return { store, secrets, sessionKeys };
  } catch (error) {
    await store.close();
    if (error instanceof UserError) throw error;
    throw new UserError(
      `Cannot start: ${redisUrl === undefined ? userMessage(error) : describeRedisError(redisUrl, error)}.`,
    );
  }
}

/** Describes an error without the password in the URL. */
function describeRedisError(url: string, error: unknown): string {
  const { code } = Object((error as Error).cause) as { code?: unknown };
  const host = URL.canParse(url) ? new URL(url).host : '';
  const isNetwork = host !== '' && typeof code === 'string' && /^E[A-Z_]+$/.test(code);
  return isNetwork
    ? `no connection to Redis at \`${host}\` (${code}); start Redis, or correct the URL in \`--redis\` or \`gateway.toml\``
    : userMessage(error);
}

const describeReseal = (count: number) =>
  ({
    level: 'info',
    event: 'secrets_resealed',
    message: `Encrypted ${pluralize(count, 'secret')} with the new secret key.`,
    fields: { count },
  }) as const;

async function readKeys(): Promise<readonly [Uint8Array, ...Uint8Array[]]> {
  try {
    return [await readOrCreateSecretKey(process.env), ...readOtherSecretKeys(process.env)];
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
  const sealed = (await table.get('gateway', name)) ?? '';
  try {
    if (!secrets.isCurrent(name, sealed))
      await table.replace('gateway', name, sealed, secrets.seal(name, secrets.open(name, sealed)));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new UserError(
      'The secret key is not the one that this store was encrypted with. Set `CLAWDEFENDER_SECRET_KEY` to the same key on all nodes; to change it, see docs/gateway.md.',
    );
  }
}
