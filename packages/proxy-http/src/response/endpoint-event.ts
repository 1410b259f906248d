// The `endpoint` event of the legacy HTTP+SSE transport names the URL to post to. The client gets only its path, so that
// it posts to the proxy; the path is valid while the stream is open.

import { replaceEventData, type SseEvent } from '@claw/jsonrpc-stream';

export interface EndpointEvent {
  /** Path and query, the same at the proxy and at the upstream. */
  readonly target: string;
  readonly bytes: Uint8Array;
}

/** Path and query of a URL on the upstream's origin; undefined for any other URL. */
export function targetOnOrigin(upstream: URL, address: string): string | undefined {
  const url = URL.canParse(address, upstream.href) ? new URL(address, upstream) : undefined;
  const isThere =
    url !== undefined && url.origin === upstream.origin && url.username === '' && url.password === '';
  return isThere ? url.pathname + url.search : undefined;
}

/** Undefined when the URL is not on the upstream's origin. */
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
