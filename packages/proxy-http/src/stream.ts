// Everything that is not a POST: the stream that a session listens to, its end, and what browsers ask beforehand.

import type { SseEvent } from '@claw/jsonrpc-stream';
import { Channel } from './channel.js';
import { endpointEvent } from './endpoint-event.js';
import { Exchange } from './exchange.js';
import { refuse, type Visit } from './front-door.js';
import { firstOf } from './headers.js';
import type { ReverseProxy } from './reverse-proxy.js';

const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

export function handleOther(proxy: ReverseProxy, visit: Visit, target: string): void {
  const { request, response } = visit;
  const { method = '', rawHeaders: headers } = request;
  if (!METHODS.includes(method)) {
    refuse(response, {
      status: 405,
      reason: `\`${method}\` is not a method of MCP`,
      headers: ['Allow', 'POST, GET, DELETE, OPTIONS'],
    });
    return;
  }
  const refused = method === 'GET' ? proxy.listeners.refusal(visit) : undefined;
  if (refused !== undefined) {
    refuse(response, refused);
    return;
  }
  const sessionId = firstOf(headers, 'mcp-session-id');
  const session = proxy.sessionFor(visit);
  if (method === 'GET') session.route ??= { target, headers };
  const channel = new Channel(response, method === 'GET');
  if (method === 'GET') proxy.listeners.add(visit, channel);
  const exchange = new Exchange({
    session,
    channel,
    requests: [],
    isBatch: false,
    replayed: firstOf(headers, 'last-event-id') !== undefined,
    answersElsewhere: false,
    wire: proxy.wire,
    parseServer: proxy.parseServer,
  });
  if (sessionId === undefined) exchange.whenOver(() => proxy.release(session));
  // The oldest transport begins with a stream of no session that says where to post. Nowhere else does an address count.
  const endpoints: string[] = [];
  const readEndpoint = (event: SseEvent): Uint8Array | undefined => {
    const found = endpointEvent(event, proxy.upstreamUrl);
    // One place for each stream, and none where others post to.
    if (found === undefined || endpoints.length > 0 || proxy.isOwnPath(found.target)) {
      proxy.report('the server names a place to post to that it may not have');
      sent.abort();
      channel.abort();
      exchange.over();
      return undefined;
    }
    session.route = { target: found.target, headers };
    proxy.openEndpoint(found.target, session);
    endpoints.push(found.target);
    return found.bytes;
  };
  exchange.whenOver(() => {
    for (const endpoint of endpoints) proxy.closeEndpoint(endpoint, session);
  });
  const sent = proxy.forward(
    exchange,
    visit,
    { method, target, headers },
    method === 'GET' && sessionId === undefined ? readEndpoint : undefined,
  );
  channel.whenGone(() => {
    sent.abort();
    exchange.over();
  });
}
