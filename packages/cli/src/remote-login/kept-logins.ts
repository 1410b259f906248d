// The logins in our state: sealed, and shared by all proxies of this user.

import { type Claims, createLogins, type Logins } from '@claw/auth';
import { openSqliteStore } from '@claw/store';
import { stateFile } from '../places.js';
import { findOrMakeSecretKey, findSecretKey } from '../secret-key.js';

export interface KeptLogins {
  readonly logins: Logins;
  readonly claims: Claims;
  close(): Promise<void>;
}

/** Opens them. With `make`, a key is made if there is none; otherwise there has to be one. */
export async function openLogins(env: NodeJS.ProcessEnv, make: boolean): Promise<KeptLogins> {
  const key = make ? await findOrMakeSecretKey(env) : findSecretKey(env);
  const store = openSqliteStore({ file: stateFile(env) });
  return {
    logins: createLogins(store.secrets(key)),
    claims: store.values,
    close: async () => store.close(),
  };
}
