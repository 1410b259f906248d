// The proxy of one upstream, without a listener. Several proxies can share a listener, as in a gateway.

import type { Awaitable, MessageDiagnostic, WireSettings } from '@claw/jsonrpc-stream';
import { ignoreErrors } from './ignore-errors.js';
import { ReverseProxy } from './reverse-proxy/reverse-proxy.js';
import type { ConnectCallerInspector } from './reverse-proxy/session.js';
import { defaultSessionLimits, type SessionLimits } from './reverse-proxy/session-store.js';
import type { AcceptedRequest } from './server/request-guard.js';
import type { StreamAccess } from './server/stream-access.js';
import type { Credentials } from './upstream/forwarder.js';
import { Upstream, type UpstreamOptions } from './upstream/upstream.js';

export interface ProxyHandlerOptions extends Partial<Credentials> {
  /** The URL of the MCP server. */
  readonly url: string | URL;
  /** Returns true if a path belongs to this proxy; all of its paths are forwarded to `url`. */
  readonly ownsPath: (path: string) => boolean;
  /** False if requests with a query string are rejected. By default, the query is appended to a `url` without one. */
  readonly acceptsQuery?: boolean | undefined;
  /**
   * Returns the path and query for POST requests of clients of the legacy HTTP+SSE transport, in place of those that
   * the upstream names.
   */
  readonly endpointFor?: ((target: string) => string) | undefined;
  /** Creates the inspector of each conversation. Without it, all valid messages are forwarded. */
  readonly connect?: ConnectCallerInspector | undefined;
  /** Called for each rejected or dropped message and for other unusual events. */
  readonly onDiagnostic?: ((diagnostic: MessageDiagnostic) => void) | undefined;
  readonly upstream?: UpstreamOptions | undefined;
  readonly wire?: WireSettings | undefined;
  /** The time limit for receiving a request body, in milliseconds; 30,000 by default. */
  readonly bodyTimeout?: number | undefined;
  readonly sessions?: Partial<SessionLimits> | undefined;
  /** Decides which clients may open an event stream. Without it, every accepted client may open one. */
  readonly streamAccess?: StreamAccess | undefined;
}

export interface ProxyHandler {
  handle(accepted: AcceptedRequest): Awaitable<void>;
  /** The pinned addresses of the upstream, and a function to refresh them. */
  readonly upstream: Pick<Upstream, 'addresses' | 'resolvedAt' | 'refreshAddresses'>;
  /** The number of open event streams of clients, except those that only carry the response to a request. */
  readonly openStreams: number;
  /** Ends the event streams that no running call needs. Used before a shutdown. */
  endIdleStreams(): void;
  /** Closes all sessions and all connections to the upstream. */
  close(): Promise<void>;
}

/** Creates the proxy of one upstream. */
export function createProxyHandler(options: ProxyHandlerOptions): ProxyHandler {
  const { wire = {}, headers, upstreamToken, authorizationFor } = options;
  const { sessionIds, eventIds, isHidden } = options;
  const upstream = new Upstream(options.url, options.upstream);
  const proxy = new ReverseProxy({
    upstream,
    ownsPath: options.ownsPath,
    acceptsQuery: options.acceptsQuery ?? true,
    endpointFor: options.endpointFor,
    connect: options.connect,
    onDiagnostic: ignoreErrors(options.onDiagnostic),
    credentials: {
      headers,
      upstreamToken,
      keepAuthorization: options.keepAuthorization ?? false,
      authorizationFor,
      sessionIds,
      eventIds,
      isHidden,
    },
    wire,
    bodyTimeout: options.bodyTimeout ?? 30_000,
    sessions: { ...defaultSessionLimits, ...options.sessions },
    streamAccess: options.streamAccess,
  });
  return {
    handle: (accepted) => proxy.handle(accepted),
    upstream,
    get openStreams() {
      return proxy.eventStreams.size;
    },
    endIdleStreams: () => proxy.eventStreams.endIdle(),
    async close() {
      proxy.close();
      await upstream.close();
    },
  };
}
