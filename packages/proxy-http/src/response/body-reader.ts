// Chooses the reader for the body of a response by status and content type.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { contentTypeOf } from '../headers/content-type.js';
import { headerValues } from '../headers/header-list.js';
import type { Exchange } from '../reverse-proxy/exchange.js';
import type { UpstreamResponse } from '../upstream/upstream.js';
import { BodyRelay } from './body-relay.js';
import { EventStreamRelay, type ReadEndpoint } from './event-stream-relay.js';
import { responseHead } from './response-headers.js';

export interface BodyReader {
  /** Returns false if reading must pause or stop. */
  onData(chunk: Uint8Array): boolean;
  /** Calls back when reading can continue. Readers without this method have stopped. */
  onceReady?(callback: () => void): void;
  onEnd(): Awaitable<void>;
}

export const hasNoBody = ({ status }: UpstreamResponse): boolean =>
  status === 202 || status === 204 || status === 304;

/**
 * Returns undefined for messages in an encoding other than UTF-8. Calls `onEventStream` before an event stream
 * starts.
 */
export function createBodyReader(
  response: UpstreamResponse,
  exchange: Exchange,
  readEndpoint: ReadEndpoint | undefined,
  onEventStream: () => void,
): BodyReader | undefined {
  const { essence, isUtf8 } = contentTypeOf(response.headers);
  const head = responseHead(response);
  const isMessage = essence === 'application/json' || essence === 'text/event-stream';
  if (isMessage && !isUtf8) return undefined;
  // Clients accept any 2xx status, not only 200.
  if (essence !== 'text/event-stream' || response.status >= 300) {
    const hasType = headerValues(response.headers, 'content-type').length > 0;
    const text = isUtf8 || !hasType ? 'text' : 'ambiguous';
    return new BodyRelay(exchange, head, essence === 'application/json' ? 'json' : text);
  }
  onEventStream();
  exchange.response.startEventStream(head);
  return new EventStreamRelay(exchange, readEndpoint);
}
