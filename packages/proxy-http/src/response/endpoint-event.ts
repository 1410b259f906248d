// Parses the `endpoint` event of the legacy HTTP+SSE transport, which names the URL for POST requests. The client
// gets only the path, so that it sends these requests to the proxy. The path is valid while the stream is open.

import { replaceEventData, type SseEvent } from '@claw/jsonrpc-stream';

export interface EndpointEvent {
  /** The path and query, which are the same at the proxy and at the upstream. */
  readonly target: string;
  readonly bytes: Uint8Array;
}

/** Returns the path and query of a URL on the origin of the upstream, or undefined for any other URL. */
export function targetOnOrigin(upstream: URL, address: string): string | undefined {
  const url = URL.canParse(address, upstream.href) ? new URL(address, upstream) : undefined;
  const isThere =
    url !== undefined && url.origin === upstream.origin && url.username === '' && url.password === '';
  return isThere ? url.pathname + url.search : undefined;
}

/** Returns undefined if the URL is not on the origin of the upstream. */
export function parseEndpointEvent(event: SseEvent, upstream: URL): EndpointEvent | undefined {
  // A URL is not JSON, so the parser returns it as a rejected message.
  if (event.message?.kind !== 'refused') return undefined;
  const text = Buffer.concat(event.message.frame).toString();
  const target = targetOnOrigin(upstream, text);
  if (target === undefined) return undefined;
  const isPlain = text === target;
  return {
    target,
    bytes: isPlain ? Buffer.concat(event.frame) : replaceEventData(event, Buffer.from(target)),
  };
}
