// The ports of the admin API, which the gateway process provides.

import type { DiscoveredTool, GatewayState, ProxyRecord, UpstreamJwtTest } from '@claw/gateway';
import type { Awaitable } from '../awaitable.js';
import type { SharedPorts } from '../dashboard/ports.js';

/** The address to which the gateway connects for an upstream server. */
export interface DnsPin {
  readonly address: string;
  /** In ISO 8601, UTC. */
  readonly resolvedAt: string;
}

/** The result of an operation that can fail for reasons outside the gateway. `problem` contains no secret. */
export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/** The response from a token endpoint, without the token itself. */
export interface UpstreamJwtResult {
  readonly tokenType: string;
  /** In seconds. */
  readonly expiresIn?: number | undefined;
}

/** A caller that a `rate_limit` rule bans until a point in time. */
export interface BanView {
  readonly id: string;
  readonly rule: string;
  /** The API key, subject or address by which the rule identifies callers; empty for anonymous callers. */
  readonly caller: string;
  /** The id of the proxy that has the rule; null for a rule in the policy file. */
  readonly proxyId: string | null;
  /** In ISO 8601, UTC. */
  readonly until: string;
}

/** A change for the audit log. It contains the names of records and fields, but no values. */
export interface AdminChange {
  readonly action: 'create' | 'change' | 'delete' | 'purge' | 'discover' | 'resolve' | 'decide' | 'revoke';
  readonly record:
    | 'proxy'
    | 'rules'
    | 'key'
    | 'resource'
    | 'cache'
    | 'tools'
    | 'approval'
    | 'kill_switch'
    | 'ban';
  readonly id: string;
  readonly name?: string | undefined;
  /** The name of the tool whose cached results were removed. */
  readonly tool?: string | undefined;
  /** The names of the fields in the request. */
  readonly fields?: readonly string[] | undefined;
  /** The name of the admin token. */
  readonly by: string;
  /** True if the change failed after an earlier entry announced it. */
  readonly failed?: boolean | undefined;
}

/** The ports of the routes for records. */
export interface RecordPorts {
  readonly state: GatewayState;
  /** The admin token from `CLAWDEFENDER_ADMIN_TOKEN`. It is not stored. */
  readonly adminToken?: string | undefined;
  /** Creates an API key for the data plane, and the hash to store (`createApiKey` of `@claw/auth`). */
  createKey(): { readonly key: string; readonly hash: string };
  /** Checks a JWKS document (`checkJwks` of `@claw/auth`). */
  checkJwks(
    text: string,
  ):
    | { readonly ok: true; readonly keys: readonly object[] }
    | { readonly ok: false; readonly problem: string };
  /**
   * Sends one client-credentials request. The token is not stored; token URLs with private addresses are rejected.
   */
  testUpstreamJwt(input: UpstreamJwtTest): Promise<Attempt<UpstreamJwtResult>>;
  /** Returns the current address of an upstream server, or undefined if it is unknown. */
  dnsPin(proxyId: string): Awaitable<DnsPin | undefined>;
  /** Resolves the host of an upstream server again, on this node and (with a notification) on all other nodes. */
  resolveNow(proxy: ProxyRecord): Promise<Attempt<DnsPin>>;
  /** Performs a handshake and `tools/list` with the upstream server. The API stores the result. */
  discoverTools(proxy: ProxyRecord): Promise<Attempt<readonly DiscoveredTool[]>>;
  /** Removes the cached results of one tool or of all tools. Throws if the store is unavailable. */
  purgeCache(proxyId: string, tool: string | undefined): Promise<void>;
  readonly bans: {
    /** The current bans. */
    list(): Promise<readonly BanView[]>;
    /** Ends a ban and resets its counter; returns false if there is no such ban. */
    lift(id: string): Promise<boolean>;
  };
  /** Writes a change to the audit log before it is made. Throws if the entry cannot be written. */
  recordChange(change: AdminChange): Awaitable<void>;
}

export interface GatewayApiPorts extends SharedPorts, RecordPorts {
  /** Returns the reason why this node must not receive calls now, or undefined if it is ready. */
  notReady(): Awaitable<string | undefined>;
  /** Returns metrics in the text format of Prometheus: for each proxy if `withProxies` is true, otherwise added up. */
  metrics(options: { readonly withProxies: boolean }): Awaitable<{
    readonly text: string;
    readonly contentType: string;
  }>;
  /** Called with unexpected errors. */
  readonly onError?: ((error: Error) => void) | undefined;
}
