// The ports of the admin API, provided by the gateway process.

import type { DiscoveredTool, GatewayState, ProxyRecord } from '@claw/gateway';
import type { Awaitable } from '../awaitable.js';
import type { SharedPorts } from '../dashboard/ports.js';

/** The address for connections to an upstream server. */
export interface DnsPin {
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly resolvedAt: string;
}

/** The result of an operation that can fail for reasons outside the gateway. `problem` contains no secret. */
export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/** The body of `POST /api/mcp/upstream-jwt/test`, validated. */
export interface UpstreamJwtTest {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
}

/** The response of a token endpoint without the token itself. */
export interface UpstreamJwtResult {
  readonly tokenType: string;
  /** Seconds. */
  readonly expiresIn?: number | undefined;
}

/** A caller that a `rate_limit` rule blocks until a time. */
export interface BanView {
  readonly id: string;
  readonly rule: string;
  /** The API key, subject or address that the rule counts; empty for anonymous callers. */
  readonly caller: string;
  /** The proxy of the rule; null for a rule of the policy file. */
  readonly proxyId: string | null;
  /** ISO 8601, UTC. */
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
  /** The tool whose cached results were removed. */
  readonly tool?: string | undefined;
  /** The fields in the request. */
  readonly fields?: readonly string[] | undefined;
  /** The name of the admin token. */
  readonly by: string;
  /** True if the change, which an earlier entry announced, has failed. */
  readonly failed?: boolean | undefined;
}

/** The ports of the routes for records. */
export interface RecordPorts {
  readonly state: GatewayState;
  /** A token that is valid without being stored: `CLAWDEFENDER_ADMIN_TOKEN`. */
  readonly adminToken?: string | undefined;
  /** A new API key of the data plane and the hash to store: `createApiKey` of `@claw/auth`. */
  createKey(): { readonly key: string; readonly hash: string };
  /** `checkJwks` of `@claw/auth`. */
  checkJwks(
    text: string,
  ):
    | { readonly ok: true; readonly keys: readonly object[] }
    | { readonly ok: false; readonly problem: string };
  /** One client-credentials request. Nothing is stored; private token URLs are rejected. */
  testUpstreamJwt(input: UpstreamJwtTest): Promise<Attempt<UpstreamJwtResult>>;
  /** The current address of an upstream server; undefined if unknown. */
  dnsPin(proxyId: string): Awaitable<DnsPin | undefined>;
  /** Resolves the host of an upstream server again, on this node and, by a notification, on the others. */
  resolveNow(proxy: ProxyRecord): Promise<Attempt<DnsPin>>;
  /** Performs a handshake and `tools/list` with the upstream server. The API stores the result. */
  discoverTools(proxy: ProxyRecord): Promise<Attempt<readonly DiscoveredTool[]>>;
  /** Removes the cached results of one tool or of all tools. Throws if the store is unavailable. */
  purgeCache(proxyId: string, tool: string | undefined): Promise<void>;
  readonly bans: {
    /** The current bans. */
    list(): Promise<readonly BanView[]>;
    /** Ends a ban and resets its counter; false if there is none. */
    lift(id: string): Promise<boolean>;
  };
  /** Writes a change to the audit log before it is made. Throws if it cannot. */
  recordChange(change: AdminChange): Awaitable<void>;
}

export interface GatewayApiPorts extends SharedPorts, RecordPorts {
  /** The reason why this node must not receive calls now; undefined if it is ready. */
  notReady(): Awaitable<string | undefined>;
  /** Metrics in the text format of Prometheus; `withProxies`: by proxy, otherwise added up. */
  metrics(options: { readonly withProxies: boolean }): Awaitable<{
    readonly text: string;
    readonly contentType: string;
  }>;
  /** Called with unexpected errors. */
  readonly onError?: ((error: Error) => void) | undefined;
}
