// A gateway: one listener for the proxies of many upstreams. Proxies can be added and removed while the listener is
// running.

import type { ProxyHandler } from './proxy-handler.js';
import type { Identity } from './reverse-proxy/session.js';
import { sendHttpError, UNKNOWN_PATH } from './server/http-error.js';
import { type ListeningServer, type ListenOptions, listen } from './server/listen.js';

export interface HttpGatewayOptions {
  readonly listen: ListenOptions;
  /** Returns the proxy that serves a path for a client, or undefined if there is none for this client. */
  readonly find: (path: string, identity: Identity | undefined) => Pick<ProxyHandler, 'handle'> | undefined;
}

/** Starts a gateway. Closing the gateway does not close the proxies. */
export const startHttpGateway = ({ listen: options, find }: HttpGatewayOptions): Promise<ListeningServer> =>
  listen(options, (accepted) => {
    const handler = find(accepted.path, accepted.identity);
    return handler === undefined ? sendHttpError(accepted.response, UNKNOWN_PATH) : handler.handle(accepted);
  });
