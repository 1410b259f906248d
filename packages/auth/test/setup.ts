// Sets up an authorization server, an MCP server that accepts its tokens, and stored logins. They are stopped when
// the test ends.

import { onTestFinished } from 'vitest';
import {
  createLogins,
  createTokenSource,
  type Locks,
  type Login,
  type LoginOptions,
  type Logins,
  logIn,
  type NetworkOptions,
  type SecretStore,
  type TokenSource,
} from '../src/index.js';
import { followRedirect, signIn } from './browser.js';
import { type ProviderOptions, TestProvider } from './provider.js';
import { TestResource } from './resource.js';

export interface Setup {
  readonly provider: TestProvider;
  readonly resource: TestResource;
  readonly secrets: SecretStore & { readonly texts: Map<string, string> };
  readonly logins: Logins;
  readonly locks: Locks;
  /** Logs in like a user, and stores the login. */
  logIn(options?: Partial<LoginOptions>): Promise<Login>;
  /** The token source of another process. */
  source(options?: { readonly now?: () => number; readonly network?: NetworkOptions }): TokenSource;
}

export async function setUp(options: ProviderOptions = {}): Promise<Setup> {
  const provider = await TestProvider.start(options);
  const resource = await TestResource.start(provider);
  onTestFinished(async () => {
    await resource.stop();
    await provider.pause();
  });
  const secrets = createSecrets();
  const logins = createLogins(secrets);
  const locks = createLocks();
  return {
    provider,
    resource,
    secrets,
    logins,
    locks,
    async logIn(more = {}) {
      const login = await logIn({
        server: resource.url,
        onLink: (link) => void signIn(link).then(followRedirect),
        ...more,
      });
      await logins.set(login);
      return login;
    },
    source: (more = {}) => createTokenSource({ server: resource.url, logins, locks, ...more }),
  };
}

/** Creates a secret store for one process. */
function createSecrets(): Setup['secrets'] {
  const texts = new Map<string, string>();
  return {
    texts,
    get: async (name) => texts.get(name),
    set: async (name, text) => void texts.set(name, text),
    remove: async (name) => texts.delete(name),
    names: async () => [...texts.keys()],
  };
}

function createLocks(): Locks {
  const held = new Set<string>();
  return {
    acquireLock: async (name) => !held.has(name) && held.add(name) !== undefined,
    remove: async (name) => held.delete(name),
  };
}
