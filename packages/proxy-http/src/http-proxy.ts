// The HTTP proxy: connects the HTTP server, the reverse proxy and the upstream.

import type { MessageDiagnostic } from '@claw/jsonrpc-stream';
import { ignoreErrors } from './ignore-errors.js';
import { ReverseProxy } from './reverse-proxy/reverse-proxy.js';
import type { ConnectCallerInspector } from './reverse-proxy/session.js';
import { defaultSessionLimits, type SessionLimits } from './reverse-proxy/session-store.js';
import { type ListeningServer, type ListenOptions, listen } from './server/listen.js';
import type { StreamAccess } from './server/stream-access.js';
import { Upstream, type UpstreamOptions } from './upstream/upstream.js';
import type { UpstreamToken } from './upstream/upstream-token.js';
import { liveWireSettings, type WireOptions } from './wire-settings.js';

export interface HttpProxyOptions {
  /** The URL of the MCP server. */
  readonly url: string | URL;
  readonly listen?: ListenOptions;
  /** Paths of the proxy; `/mcp` and `/sse` by default. All are forwarded to `url`. */
  readonly paths?: readonly string[];
  /** Creates the inspector of each conversation. Without it, every valid message is forwarded. */
  readonly connect?: ConnectCallerInspector;
  /** Called for every refused or dropped message and for other events worth logging. */
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  /** Sent upstream with every request; they replace the client's headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly upstreamToken?: UpstreamToken | undefined;
  readonly upstream?: UpstreamOptions;
  readonly wire?: WireOptions;
  /** Milliseconds for receiving a request body; 30,000 by default. */
  readonly bodyTimeout?: number;
  readonly sessions?: Partial<SessionLimits>;
  /** Decides which clients may open an event stream. Without it, every accepted client may. */
  readonly streamAccess?: StreamAccess;
}

export interface HttpProxy extends ListeningServer {
  /** The resolved addresses of the upstream, and a function to refresh them. */
  readonly upstream: Pick<Upstream, 'addresses' | 'refreshAddresses'>;
}

/**
 * Starts an HTTP proxy in front of a remote MCP server.
 *
 * @example
 * const proxy = await startHttpProxy({ url: 'https://example.com/mcp', listen: { port: 3200 } });
 * console.error(`listening on ${proxy.origin}/mcp`);
 */
export async function startHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
  const { wire = {}, listen: where = {} } = options;
  const upstream = new Upstream(options.url, options.upstream);
  const proxy = new ReverseProxy({
    upstream,
    paths: options.paths ?? ['/mcp', '/sse'],
    connect: options.connect,
    onDiagnostic: ignoreErrors(options.onDiagnostic),
    credentials: {
      headers: options.headers,
      upstreamToken: options.upstreamToken,
      keepAuthorization: where.authenticate === undefined,
    },
    wire: liveWireSettings(wire),
    bodyTimeout: options.bodyTimeout ?? 30_000,
    sessions: { ...defaultSessionLimits, ...options.sessions },
    streamAccess: options.streamAccess,
  });
  const listening = await listen(where, (accepted) => proxy.handle(accepted)).catch(
    async (error: unknown) => {
      await upstream.close();
      proxy.close();
      throw error;
    },
  );
  return {
    ...listening,
    upstream,
    async close(timeout) {
      await listening.close(timeout);
      proxy.close();
      await upstream.close();
    },
  };
}
