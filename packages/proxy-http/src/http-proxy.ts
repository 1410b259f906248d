// A remote server behind an HTTP endpoint of ours: joins the listening side, the reverse proxy and the upstream.

import type { Incident } from '@claw/jsonrpc-stream';
import type { ListenerGate } from './listeners.js';
import { quietly } from './quietly.js';
import { ReverseProxy } from './reverse-proxy.js';
import { type Listening, type ListenOptions, listen } from './server.js';
import type { ConnectCaller } from './session.js';
import { defaultSessionLimits, type SessionLimits } from './sessions.js';
import { Upstream, type UpstreamOptions } from './upstream.js';
import type { UpstreamToken } from './upstream-token.js';
import { type WireOptions, wireInForce } from './wire-in-force.js';

export interface HttpProxyOptions {
  /** The one place that requests are sent to. */
  readonly url: string | URL;
  readonly listen?: ListenOptions;
  /** Our paths; `/mcp` and `/sse` by default. All lead to `url`. */
  readonly paths?: readonly string[];
  /** Who judges the messages. Without one, everything passes that is well formed. */
  readonly connect?: ConnectCaller;
  /** Called for every message that was refused, and for other things worth a line in a log. */
  readonly onIncident?: (incident: Incident) => void;
  /** Sent upstream with every request, in place of the client's fields of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly upstreamToken?: UpstreamToken | undefined;
  readonly upstream?: UpstreamOptions;
  readonly wire?: WireOptions;
  /** Milliseconds that the body of a request may take; 30,000 by default. */
  readonly bodyTimeout?: number;
  readonly sessions?: Partial<SessionLimits>;
  /** Who may listen to what the server says by itself. Without one, everybody who was let in. */
  readonly listeners?: ListenerGate;
}

export interface HttpProxy extends Listening {
  /** The upstream's addresses, and looking them up again. */
  readonly upstream: Pick<Upstream, 'addresses' | 'resolveAgain'>;
}

/**
 * Starts an endpoint that stands between clients and a remote server.
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
    onIncident: quietly(options.onIncident),
    credentials: {
      headers: options.headers,
      upstreamToken: options.upstreamToken,
      keepAuthorization: where.authenticate === undefined,
    },
    wire: wireInForce(wire),
    bodyTimeout: options.bodyTimeout ?? 30_000,
    sessions: { ...defaultSessionLimits, ...options.sessions },
    listeners: options.listeners,
  });
  const listening = await listen(where, (visit) => proxy.handle(visit)).catch(async (error: unknown) => {
    await upstream.close();
    proxy.close();
    throw error;
  });
  return {
    ...listening,
    upstream,
    async close(patience) {
      await listening.close(patience);
      proxy.close();
      await upstream.close();
    },
  };
}
