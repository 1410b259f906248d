// Where logins are kept: by name, in something that seals them.

import { isLoginName, type Login, loginName, serverOf, wishName } from './login-record.js';

type Awaitable<T> = T | PromiseLike<T>;

/** Sealed texts by name; the secrets of a store are such a thing. */
export interface Vault {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, secret: string): Awaitable<void>;
  remove(name: string): Awaitable<boolean>;
  names(): Awaitable<readonly string[]>;
}

/** The right to do something alone, among all processes. */
export interface Claims {
  /** True for one of all who ask, until the time is over or it is removed. */
  claim(name: string, milliseconds: number): Awaitable<boolean>;
  remove(name: string): Awaitable<boolean>;
}

export interface Logins {
  get(server: string | URL): Promise<Login | undefined>;
  set(login: Login): Promise<void>;
  remove(server: string | URL): Promise<boolean>;
  list(): Promise<readonly Login[]>;
  /** The rights that the server has asked for since its login; the next one asks the provider for them. */
  wanted(server: string | URL): Promise<string | undefined>;
  want(server: string | URL, scope: string | undefined): Promise<void>;
}

export function createLogins(vault: Vault): Logins {
  const read = async (name: string): Promise<Login | undefined> => {
    const text = await vault.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as Login);
  };
  return {
    get: (server) => read(loginName(serverOf(server))),
    async set(login) {
      await vault.set(loginName(login.server), JSON.stringify(login));
    },
    async remove(server) {
      await vault.remove(wishName(serverOf(server)));
      return vault.remove(loginName(serverOf(server)));
    },
    wanted: async (server) => vault.get(wishName(serverOf(server))),
    async want(server, scope) {
      const name = wishName(serverOf(server));
      if (scope === undefined) await vault.remove(name);
      else await vault.set(name, scope);
    },
    async list() {
      const names = (await vault.names()).filter(isLoginName);
      const logins = await Promise.all(names.map(read));
      return logins
        .filter((login) => login !== undefined)
        .sort((left, right) => (left.server < right.server ? -1 : 1));
    },
  };
}
