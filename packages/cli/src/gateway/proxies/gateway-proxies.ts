// Manages the running proxies: one for each record, updated when the records or the policy change.

import { type ProxyRecord, resolveKey } from '@claw/gateway';
import type { HttpGatewayOptions } from '@claw/proxy-http';
import { findProxy, type GatewayRecords } from '../records/gateway-records.js';
import type { SharedServices } from '../shared-services.js';
import type { UpstreamJwts } from '../upstream/upstream-jwt.js';
import { haveAttachmentsChanged } from './attached-resources.js';
import { GatewayProxy } from './gateway-proxy.js';
import { readPath } from './paths.js';

export interface GatewayProxies {
  readonly find: HttpGatewayOptions['find'];
  get(id: string): GatewayProxy | undefined;
  /** Returns the number of open event streams, by proxy. */
  openStreams(): ReadonlyMap<string, number>;
  /** Ends the event streams that no running call needs, so that clients reconnect to another node. */
  endIdleStreams(): void;
  close(): Promise<void>;
}

/** The maximum time for which calls and streams of a replaced proxy continue. */
const RETIRE_MILLISECONDS = 30_000;
/** The interval at which open streams are checked for expired tokens. */
const RECHECK_MILLISECONDS = 10_000;

export function runProxies(parts: SharedServices, jwts: UpstreamJwts): GatewayProxies {
  const running = new Map<string, GatewayProxy>();
  const retired = new Map<GatewayProxy, NodeJS.Timeout>();
  const { records, diagnostics } = parts;
  let seen: GatewayRecords | undefined;

  const start = (record: ProxyRecord): void => {
    try {
      running.set(record.id, new GatewayProxy(parts, record, jwts));
    } catch (error) {
      diagnostics.write({
        level: 'error',
        event: 'proxy_unusable',
        message: `The proxy \`${record.name}\` cannot be used: ${(error as Error).message}.`,
      });
    }
  };
  const retire = (proxy: GatewayProxy): void => {
    const timer = setTimeout(() => {
      retired.delete(proxy);
      void proxy.close();
    }, RETIRE_MILLISECONDS).unref();
    retired.set(proxy, timer);
  };
  const sync = async (): Promise<void> => {
    const [before, now] = [seen, records.current];
    seen = now;
    for (const [id, proxy] of running) {
      if (now.proxies.has(id)) continue;
      running.delete(id);
      // Deleted proxies are closed immediately.
      void proxy.close();
    }
    const updates: Promise<void>[] = [];
    for (const [id, record] of now.proxies) {
      const proxy = running.get(id);
      if (proxy?.fits(record) !== true) {
        if (proxy !== undefined) retire(proxy);
        start(record);
        continue;
      }
      const secrets = hasChanged(before, now, `gateway/${id}/auth_token`, `gateway/${id}/client_secret`);
      const rules = hasChanged(before, now, `rules/${id}`) || haveAttachmentsChanged(before, now, id);
      updates.push(proxy.update(record, { secrets, rules }));
      if (hasChanged(before, now, resolveKey(id))) proxy.handler.upstream.refreshAddresses().catch(() => {});
    }
    await Promise.all(updates);
  };
  void sync();
  const unfollow = records.onChange(sync);
  parts.policy.onChange(() => {
    for (const [id, proxy] of running) {
      const record = records.current.proxies.get(id);
      if (record !== undefined) void proxy.update(record, { secrets: false, rules: true });
    }
  });
  const timer = setInterval(() => {
    for (const proxy of [...running.values(), ...retired.keys()]) proxy.recheckAccess();
  }, RECHECK_MILLISECONDS).unref();
  return {
    find(path, identity) {
      // Only preflight requests have no identity. The response to them must not show which proxies exist.
      if (identity === undefined) return undefined;
      const place = readPath(path);
      const record = place && findProxy(records.current, place.proxy);
      return record && running.get(record.id)?.route;
    },
    get: (id) => running.get(id),
    openStreams() {
      const open = new Map<string, number>();
      for (const { name, handler } of [...running.values(), ...retired.keys()])
        open.set(name, (open.get(name) ?? 0) + handler.openStreams);
      return open;
    },
    endIdleStreams() {
      for (const { handler } of [...running.values(), ...retired.keys()]) handler.endIdleStreams();
    },
    async close() {
      unfollow();
      clearInterval(timer);
      for (const retiring of retired.values()) clearTimeout(retiring);
      await Promise.all([...running.values(), ...retired.keys()].map((proxy) => proxy.close()));
    },
  };
}

const hasChanged = (before: GatewayRecords | undefined, now: GatewayRecords, ...keys: string[]): boolean =>
  before !== undefined && keys.some((key) => before.texts.get(key) !== now.texts.get(key));
