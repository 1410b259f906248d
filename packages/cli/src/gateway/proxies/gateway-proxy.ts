// One running proxy of the gateway: its connection to the upstream server, its firewall, and the settings of its
// record. If the name or the URL changes, a new proxy is created; other changes apply to the running proxy, so that
// open streams continue.

import { randomBytes } from 'node:crypto';
import { readScopes } from '@claw/auth';
import type { ProxyRecord } from '@claw/gateway';
import {
  createProxyHandler,
  type HttpGatewayOptions,
  type ProxyHandler,
  type StreamClient,
} from '@claw/proxy-http';
import { callerOf, type GatewayCaller } from '../identity/caller.js';
import { reportingPort } from '../records/reporting-port.js';
import type { SharedServices } from '../shared-services.js';
import { GATEWAY_HEADERS, isHiddenHeader } from '../upstream/forwarded-headers.js';
import { identityClaim } from '../upstream/identity-claim.js';
import type { UpstreamJwts } from '../upstream/upstream-jwt.js';
import { GatewayInspector } from './gateway-inspector.js';
import { createOpenRequests } from './open-requests.js';
import { openProxyFirewall, type ProxyFirewall } from './proxy-firewall.js';
import { ProxyPipeline } from './proxy-pipeline.js';
import { purgeableCache } from './purgeable-cache.js';
import { createServerRequests } from './server-requests.js';
import { createSessionIds } from './session-ids.js';
import { createTaskOwners } from './task-owners.js';

type Accepted = Parameters<ProxyHandler['handle']>[0];

export class GatewayProxy {
  readonly #parts: SharedServices;
  readonly #jwts: UpstreamJwts;
  readonly #pipeline: ProxyPipeline;
  readonly #firewall: ProxyFirewall;
  readonly #accessListeners: (() => void)[] = [];
  readonly handler: ProxyHandler;
  #record: ProxyRecord;
  #secrets: ProxySecrets = { bearer: undefined, clientSecret: undefined };
  #secretsRead: Promise<void> | undefined;

  constructor(parts: SharedServices, record: ProxyRecord, jwts: UpstreamJwts) {
    this.#parts = parts;
    this.#record = record;
    this.#jwts = jwts;
    const { id, name } = record;
    const url = new URL(record.url);
    const { health, store } = parts;
    this.#pipeline = new ProxyPipeline(parts, id, () => this.recheckAccess());
    this.#firewall = openProxyFirewall(parts, {
      name,
      url: `${url.origin}${url.pathname}`,
      policy: () => parts.policy.policy,
      pipeline: () => this.#pipeline.current,
      onChange: (act) => this.#accessListeners.push(act),
      counters: reportingPort(store.counters, health),
      cache: purgeableCache(reportingPort(store.cache, health), parts.records, record, (outcome) =>
        parts.metrics.cacheRead(name, outcome),
      ),
      states: reportingPort(store.states, health),
      pins: reportingPort(store.pins, health, { others: [], knows: false }),
    });
    const tasks = createTaskOwners(store.cache, id);
    const openRequests = createOpenRequests();
    const serverRequests = createServerRequests();
    this.handler = createProxyHandler({
      url,
      // The `/messages` endpoints of legacy streams are excluded: `endpointFor` creates them.
      ownsPath: (path) => path.startsWith('/mcp/') && !/\/messages(\?|$)/.test(path),
      endpointFor: () => `/mcp/${id}/messages?endpoint=${randomBytes(18).toString('base64url')}`,
      authorizationFor: (identity) => this.#authorizationFor(callerOf(identity)),
      sessionIds: createSessionIds(parts.sessionKeys, id, 'session'),
      eventIds: createSessionIds(parts.sessionKeys, id, 'event'),
      isHidden: isHiddenHeader,
      headers: GATEWAY_HEADERS,
      acceptsQuery: false,
      connect: (peer, caller) => {
        const inspector = new GatewayInspector({
          inner: this.#firewall.connect(peer, caller),
          caller,
          health,
          recordDenial: this.#firewall.recordDenial,
          tasks,
          openRequests,
          serverRequests,
          identityFor: (gatewayCaller) => this.#identityFor(gatewayCaller),
        });
        return parts.tracing?.wrap(name, inspector) ?? inspector;
      },
      upstream: {
        addressAllowed: (address) => parts.addresses.allows(url, address),
        onResponse: (milliseconds, outcome) =>
          parts.metrics.upstreamResponded(name, milliseconds / 1000, outcome),
      },
      wire: this.#firewall.wire,
      streamAccess: {
        denyReason: (client) => this.#denyReason(client),
        onChange: (act) => this.#accessListeners.push(act),
      },
      onDiagnostic: ({ outcome, from, reason }) => {
        if (outcome !== 'refused') return;
        const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
        this.#firewall.recordDenial({ direction, method: 'unknown', rule: 'wire', reason });
      },
    });
  }

  get name(): string {
    return this.#record.name;
  }

  /**
   * True if the running proxy can apply a changed record; false if the record needs another connection or another audit
   * log.
   */
  fits({ name, url }: ProxyRecord): boolean {
    return name === this.#record.name && url === this.#record.url;
  }

  async update(
    record: ProxyRecord,
    changed: { readonly secrets: boolean; readonly rules: boolean },
  ): Promise<void> {
    this.#record = record;
    if (changed.secrets) this.#secretsRead = undefined;
    if (changed.rules) await this.#pipeline.update();
    this.recheckAccess();
  }

  /** Serves a request; the first request waits for the pipeline and the secrets. */
  readonly route: ReturnType<HttpGatewayOptions['find']> = {
    handle: (accepted: Accepted) => {
      const ready = this.#ready();
      return ready === undefined
        ? this.handler.handle(accepted)
        : ready.then(() => this.handler.handle(accepted));
    },
  };

  /** Closes the streams of callers whose access was withdrawn. */
  recheckAccess(): void {
    for (const act of this.#accessListeners) act();
  }

  async close(): Promise<void> {
    await this.handler.close();
    await this.#firewall.close();
  }

  #ready(): Promise<unknown> | undefined {
    const pipeline = this.#pipeline.ready();
    if (pipeline === undefined && this.#secretsRead !== undefined && this.#hasSecrets) return undefined;
    this.#secretsRead ??= this.#readSecrets();
    return Promise.all([pipeline, this.#secretsRead]);
  }

  #hasSecrets = false;

  async #readSecrets(): Promise<void> {
    this.#hasSecrets = false;
    const { id } = this.#record;
    const { secrets } = this.#parts;
    try {
      this.#secrets = {
        bearer: await secrets.get(`gateway/${id}/auth_token`),
        clientSecret: await secrets.get(`gateway/${id}/client_secret`),
      };
      this.#hasSecrets = true;
    } catch (error) {
      this.#secretsRead = undefined;
      throw error;
    }
  }

  #authorizationFor(caller: GatewayCaller | undefined): string | undefined {
    const { authType } = this.#record;
    if (authType === 'bearer') return `Bearer ${this.#secrets.bearer ?? ''}`;
    if (authType === 'forward_client_jwt' && caller?.kind === 'jwt') return `Bearer ${caller.token}`;
    return undefined;
  }

  #identityFor(caller: GatewayCaller): object | undefined | Promise<object> {
    const { auth } = this.#record;
    if (auth.injectIdentity !== true) return undefined;
    if (caller.kind === 'jwt' || auth.upstreamJwt === undefined) return identityClaim(caller, undefined);
    return this.#jwts
      .tokenFor(this.#record, this.#secrets.clientSecret ?? '')
      .then((token) => identityClaim(caller, token));
  }

  #denyReason(client: StreamClient): string | undefined {
    const caller = callerOf(client.identity);
    if (caller === undefined || !this.#isCurrent(caller)) return 'the credentials are no longer valid';
    return this.#firewall.listeners.denyReason(client);
  }

  #isCurrent(caller: GatewayCaller): boolean {
    const { id, auth } = this.#record;
    if (!auth.modes.includes(caller.kind === 'jwt' ? 'jwt' : 'aifw_api_key')) return false;
    if (caller.kind === 'jwt') return caller.expires * 1000 > Date.now();
    const key = this.#parts.records.current.keysByHash.get(caller.hash);
    return key !== undefined && readScopes(key.tags, id).isKnown;
  }
}

interface ProxySecrets {
  readonly bearer: string | undefined;
  readonly clientSecret: string | undefined;
}
