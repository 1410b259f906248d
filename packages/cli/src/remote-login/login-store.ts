// Opens the stored logins, which are encrypted and shared by all proxies of this user.

import { createLogins, type Locks, type Logins } from '@claw/auth';
import { openSqliteStore } from '@claw/store';
import { stateFile } from '../files/paths.js';
import { readOrCreateSecretKey, readSecretKeyOf } from '../state/secret-key.js';

export interface LoginStore {
  readonly logins: Logins;
  readonly locks: Locks;
  close(): Promise<void>;
}

/** Opens the logins. With `make`, a missing key is created; otherwise a key must exist. */
export async function openLogins(env: NodeJS.ProcessEnv, make: boolean): Promise<LoginStore> {
  const key = make ? await readOrCreateSecretKey(env) : readSecretKeyOf(env);
  const store = openSqliteStore({ file: stateFile(env) });
  return {
    logins: createLogins(store.secrets(key)),
    locks: store.cache,
    close: async () => store.close(),
  };
}
