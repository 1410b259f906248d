// The HTTP proxy of one upstream. Connects the HTTP server, the reverse proxy and the upstream.

import { createProxyHandler, type ProxyHandlerOptions } from './proxy-handler.js';
import { type ListeningServer, type ListenOptions, listen } from './server/listen.js';
import type { Upstream } from './upstream/upstream.js';

export interface HttpProxyOptions
  extends Omit<
    ProxyHandlerOptions,
    'ownsPath' | 'endpointFor' | 'keepAuthorization' | 'authorizationFor' | 'sessionIds' | 'eventIds'
  > {
  readonly listen?: ListenOptions;
  /** The paths of the proxy; `/mcp` and `/sse` by default. All of them are forwarded to `url`. */
  readonly paths?: readonly string[];
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
  const { listen: where = {}, paths = ['/mcp', '/sse'] } = options;
  const handler = createProxyHandler({
    ...options,
    ownsPath: (path) => paths.includes(path),
    keepAuthorization: where.authenticate === undefined,
  });
  const listening = await listen(where, (accepted) => handler.handle(accepted)).catch(
    async (error: unknown) => {
      await handler.close();
      throw error;
    },
  );
  return {
    ...listening,
    upstream: handler.upstream,
    async close(timeout) {
      await listening.close(timeout);
      await handler.close();
    },
  };
}
