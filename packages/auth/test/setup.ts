// A provider, a server that takes its tokens, and a place for logins; taken down when the test is over.

import { onTestFinished } from 'vitest';
import {
  type Claims,
  createLogins,
  createTokenSource,
  type Login,
  type LoginOptions,
  type Logins,
  logIn,
  type NetworkOptions,
  type TokenSource,
  type Vault,
} from '../src/index.js';
import { comeBack, signIn } from './browser.js';
import { type ProviderOptions, TestProvider } from './provider.js';
import { TestResource } from './resource.js';

export interface Setup {
  readonly provider: TestProvider;
  readonly resource: TestResource;
  readonly vault: Vault & { readonly texts: Map<string, string> };
  readonly logins: Logins;
  readonly claims: Claims;
  /** Logs in as a person would; what is kept then. */
  logIn(options?: Partial<LoginOptions>): Promise<Login>;
  /** A process of its own that needs tokens. */
  source(options?: { readonly now?: () => number; readonly network?: NetworkOptions }): TokenSource;
}

export async function setUp(options: ProviderOptions = {}): Promise<Setup> {
  const provider = await TestProvider.start(options);
  const resource = await TestResource.start(provider);
  onTestFinished(async () => {
    await resource.stop();
    await provider.goAway();
  });
  const vault = createVault();
  const logins = createLogins(vault);
  const claims = createClaims();
  return {
    provider,
    resource,
    vault,
    logins,
    claims,
    async logIn(more = {}) {
      const login = await logIn({
        server: resource.url,
        onLink: (link) => void signIn(link).then(comeBack),
        ...more,
      });
      await logins.set(login);
      return login;
    },
    source: (more = {}) => createTokenSource({ server: resource.url, logins, claims, ...more }),
  };
}

/** What a store gives, for one process. */
function createVault(): Setup['vault'] {
  const texts = new Map<string, string>();
  return {
    texts,
    get: async (name) => texts.get(name),
    set: async (name, text) => void texts.set(name, text),
    remove: async (name) => texts.delete(name),
    names: async () => [...texts.keys()],
  };
}

function createClaims(): Claims {
  const held = new Set<string>();
  return {
    claim: async (name) => !held.has(name) && held.add(name) !== undefined,
    remove: async (name) => held.delete(name),
  };
}
