// Requests tokens for upstream servers with OAuth 2 client credentials. Tokens are encrypted, shared by all nodes, and
// cached until a minute before they expire. A promise on each node and a lock in the store ensure that only one request
// runs at a time.

import { createHash } from 'node:crypto';
import { requestClientToken } from '@claw/auth';
import type { ProxyRecord } from '@claw/gateway';
import type { Secrets, Store } from '@claw/store';
import type { AddressRules } from './address-rules.js';

export interface UpstreamJwts {
  /**
   * Returns the token for a proxy with `auth.upstreamJwt`. Rejects if it is unavailable, with a message that contains
   * no internal details.
   */
  tokenFor(proxy: ProxyRecord, clientSecret: string): Promise<string>;
}

export interface UpstreamJwtOptions {
  readonly store: Pick<Store, 'cache'>;
  readonly secrets: Secrets;
  readonly addresses: AddressRules;
  readonly now: () => number;
  /** Called after each request to an identity provider, with the name of the proxy. */
  readonly onFetched?: (proxy: string, outcome: 'ok' | 'failed') => void;
}

/** A token is not used in its last minute, because it could expire during a call. */
const MARGIN_SECONDS = 60;
/** The assumed lifetime of a token without `expires_in`. */
const UNKNOWN_LIFETIME_SECONDS = 120;
/** The duration of the lock, which is longer than one request may take. */
const LOCK_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 25;

interface StoredToken {
  readonly token: string;
  /** The time until which the token is used, in milliseconds since 1970. */
  readonly usableUntil: number;
}

export function createUpstreamJwts({
  store,
  secrets,
  addresses,
  now,
  onFetched = () => {},
}: UpstreamJwtOptions): UpstreamJwts {
  const { cache } = store;
  const known = new Map<string, StoredToken>();
  const pending = new Map<string, Promise<string>>();

  const readShared = async (name: string): Promise<string | undefined> => {
    const sealed = await cache.get(name);
    if (sealed === undefined) return undefined;
    const stored = JSON.parse(secrets.open(name, sealed)) as StoredToken;
    if (stored.usableUntil <= now()) return undefined;
    known.set(name, stored);
    return stored.token;
  };

  const request = async (name: string, proxy: ProxyRecord, clientSecret: string): Promise<string> => {
    const upstreamJwt = proxy.auth.upstreamJwt as NonNullable<ProxyRecord['auth']['upstreamJwt']>;
    const url = new URL(upstreamJwt.tokenUrl);
    const { accessToken, expiresIn = UNKNOWN_LIFETIME_SECONDS } = await requestClientToken(
      { ...upstreamJwt, clientSecret },
      { addressAllowed: (address) => addresses.allows(url, address) },
    ).catch((error: unknown) => {
      onFetched(proxy.name, 'failed');
      throw error;
    });
    onFetched(proxy.name, 'ok');
    const lifetime = (expiresIn - MARGIN_SECONDS) * 1000;
    if (lifetime > 0) {
      const stored = { token: accessToken, usableUntil: now() + lifetime };
      known.set(name, stored);
      await cache.set(name, secrets.seal(name, JSON.stringify(stored)), lifetime);
    }
    return accessToken;
  };

  const obtain = async (name: string, proxy: ProxyRecord, clientSecret: string): Promise<string> => {
    const lock = `cc_lock:${name}`;
    const deadline = now() + LOCK_MILLISECONDS;
    for (;;) {
      const shared = await readShared(name);
      if (shared !== undefined) return shared;
      if (await cache.acquireLock(lock, LOCK_MILLISECONDS)) {
        try {
          // Another node may have stored a token in the meantime.
          return (await readShared(name)) ?? (await request(name, proxy, clientSecret));
        } finally {
          await cache.remove(lock);
        }
      }
      if (now() > deadline) throw new Error('another node is still requesting the token');
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
  };

  return {
    async tokenFor(proxy, clientSecret) {
      const name = nameOf(proxy, clientSecret);
      const stored = known.get(name);
      if (stored !== undefined && stored.usableUntil > now()) return stored.token;
      known.delete(name);
      let running = pending.get(name);
      if (running === undefined) {
        running = obtain(name, proxy, clientSecret).finally(() => pending.delete(name));
        pending.set(name, running);
      }
      return running;
    },
  };
}

/** The name of a cache entry. It depends on the settings, so that changed settings use a new entry. */
const nameOf = ({ id, auth }: ProxyRecord, clientSecret: string): string => {
  const digest = createHash('sha256').update(JSON.stringify([auth.upstreamJwt, clientSecret]));
  return `cc_token:${id}:${digest.digest('base64url')}`;
};
