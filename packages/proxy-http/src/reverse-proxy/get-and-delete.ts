// Handles GET (event stream), DELETE (end of the session), HEAD and OPTIONS (preflight).

import { replaceEventData, type SseEvent } from '@claw/jsonrpc-stream';
import { headerValue } from '../headers/header-list.js';
import { parseEndpointEvent } from '../response/endpoint-event.js';
import { ClientResponse } from '../server/client-response.js';
import { sendHttpError } from '../server/http-error.js';
import type { AcceptedRequest } from '../server/request-guard.js';
import { Exchange } from './exchange.js';
import type { ReverseProxy } from './reverse-proxy.js';

const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

export function handleGetOrDelete(proxy: ReverseProxy, accepted: AcceptedRequest, target: string): void {
  const { request, response } = accepted;
  const { method = '', rawHeaders: headers } = request;
  if (!METHODS.includes(method)) {
    sendHttpError(response, {
      status: 405,
      reason: `\`${method}\` is not supported by MCP; use POST, GET or DELETE`,
      headers: ['Allow', 'POST, GET, DELETE, OPTIONS'],
    });
    return;
  }
  const refused = method === 'GET' ? proxy.eventStreams.check(accepted) : undefined;
  if (refused !== undefined) {
    sendHttpError(response, refused);
    return;
  }
  const sessionId = headerValue(headers, 'mcp-session-id');
  const session = proxy.sessionFor(accepted);
  if (method === 'GET') session.route ??= { target, headers };
  const clientResponse = new ClientResponse(response, method === 'GET');
  if (method === 'GET')
    proxy.eventStreams.add(accepted, clientResponse, () => session.conversation.openRequests === 0);
  const exchange = new Exchange({
    session,
    response: clientResponse,
    requests: [],
    isBatch: false,
    replayed: headerValue(headers, 'last-event-id') !== undefined,
    respondsOnStream: false,
    sealEventId: proxy.eventIdsFor(accepted),
    wire: proxy.wire,
    parseServer: proxy.parseServer,
  });
  if (sessionId === undefined) exchange.onEnd(() => proxy.release(session));
  // The legacy HTTP+SSE transport starts with a GET without a session; the first event of its response names the
  // endpoint for POST requests.
  const endpoints: string[] = [];
  const readEndpoint = (event: SseEvent): Uint8Array | undefined => {
    const found = parseEndpointEvent(event, proxy.upstreamUrl);
    // A stream may name only one endpoint, which must not be one of the paths of the proxy.
    const shown = found && proxy.endpointFor(found.target);
    if (found === undefined || shown === undefined || endpoints.length > 0 || proxy.isOwnPath(shown)) {
      proxy.report('the server names an endpoint URL on another origin or one that is already in use');
      sent.abort();
      clientResponse.abort();
      exchange.end();
      return undefined;
    }
    session.route = { target: found.target, headers };
    proxy.openEndpoint(shown, session);
    endpoints.push(shown);
    return shown === found.target ? found.bytes : replaceEventData(event, Buffer.from(shown));
  };
  exchange.onEnd(() => {
    for (const endpoint of endpoints) proxy.closeEndpoint(endpoint, session);
  });
  const sent = proxy.forward(
    exchange,
    accepted,
    { method, target, headers },
    method === 'GET' && sessionId === undefined ? readEndpoint : undefined,
  );
  clientResponse.onDisconnect(() => {
    sent.abort();
    exchange.end();
  });
}
