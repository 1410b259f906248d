// Stores logins in an encrypted secret store.

import { isLoginKey, type Login, loginKey, normalizeServerUrl, requestedScopeKey } from './login-record.js';

type Awaitable<T> = T | PromiseLike<T>;

/** Stores encrypted texts by name, like the secrets of `@claw/store`. */
export interface SecretStore {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, secret: string): Awaitable<void>;
  remove(name: string): Awaitable<boolean>;
  names(): Awaitable<readonly string[]>;
}

/** Locks that all processes share, like the cache of `@claw/store`. */
export interface Locks {
  /**
   * Returns true for exactly one of several concurrent callers. The lock ends after `milliseconds` or when it is
   * removed.
   */
  acquireLock(name: string, milliseconds: number): Awaitable<boolean>;
  remove(name: string): Awaitable<boolean>;
}

export interface Logins {
  get(server: string | URL): Promise<Login | undefined>;
  set(login: Login): Promise<void>;
  remove(server: string | URL): Promise<boolean>;
  list(): Promise<readonly Login[]>;
  /** The scope that the server has required since the last login; the next login requests it. */
  requestedScope(server: string | URL): Promise<string | undefined>;
  setRequestedScope(server: string | URL, scope: string | undefined): Promise<void>;
}

export function createLogins(secrets: SecretStore): Logins {
  const read = async (name: string): Promise<Login | undefined> => {
    const text = await secrets.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as Login);
  };
  return {
    get: (server) => read(loginKey(normalizeServerUrl(server))),
    async set(login) {
      await secrets.set(loginKey(login.server), JSON.stringify(login));
    },
    async remove(server) {
      await secrets.remove(requestedScopeKey(normalizeServerUrl(server)));
      return secrets.remove(loginKey(normalizeServerUrl(server)));
    },
    requestedScope: async (server) => secrets.get(requestedScopeKey(normalizeServerUrl(server))),
    async setRequestedScope(server, scope) {
      const name = requestedScopeKey(normalizeServerUrl(server));
      if (scope === undefined) await secrets.remove(name);
      else await secrets.set(name, scope);
    },
    async list() {
      const names = (await secrets.names()).filter(isLoginKey);
      const logins = await Promise.all(names.map(read));
      return logins
        .filter((login) => login !== undefined)
        .sort((left, right) => (left.server < right.server ? -1 : 1));
    },
  };
}
