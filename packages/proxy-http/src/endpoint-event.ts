// The first event of the oldest transport: where the client shall post its messages. An address of the upstream would
// lead the client around us, so it sees a path only, and that path is ours for as long as the stream lasts.

import { replaceEventData, type SseEvent } from '@claw/jsonrpc-stream';

export interface Endpoint {
  /** Path and query at the upstream, and equally at our place. */
  readonly target: string;
  readonly bytes: Uint8Array;
}

/** Path and query of an address on the upstream's own origin; undefined for any other. */
export function placeOn(upstream: URL, address: string): string | undefined {
  const url = URL.canParse(address, upstream.href) ? new URL(address, upstream) : undefined;
  const isThere =
    url !== undefined && url.origin === upstream.origin && url.username === '' && url.password === '';
  return isThere ? url.pathname + url.search : undefined;
}

/** Undefined when it does not name a place on the upstream's own origin. */
export function endpointEvent(event: SseEvent, upstream: URL): Endpoint | undefined {
  // An address is no message, so that the reader of messages hands it back as it is.
  if (event.message?.kind !== 'refused') return undefined;
  const text = Buffer.concat(event.message.frame).toString();
  const target = placeOn(upstream, text);
  if (target === undefined) return undefined;
  const isPlain = text === target;
  return {
    target,
    bytes: isPlain ? Buffer.concat(event.frame) : replaceEventData(event, Buffer.from(target)),
  };
}
