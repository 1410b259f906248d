// The client side of the legacy HTTP+SSE transport: an event stream whose first event names the endpoint for POST
// requests.

import { targetOnOrigin } from '../response/endpoint-event.js';
import type { AbortableRequest, UpstreamResponseHandler } from '../upstream/upstream.js';
import type { InFlightRequest } from './in-flight.js';
import type { ResponseCallbacks } from './server-stream.js';

export interface LegacySseOptions {
  readonly url: URL;
  readonly request: InFlightRequest;
  readonly send: (handler: UpstreamResponseHandler) => AbortableRequest;
  readonly read: (on: ResponseCallbacks, onEndpoint: (address: string) => void) => UpstreamResponseHandler;
  readonly report: (reason: string) => void;
  /** Called when the stream has ended, which also ends the session. */
  readonly onLost: (reason: string) => void;
}

/** Opens the stream. Resolves to the endpoint, or to undefined if the server does not support this transport. */
export function openLegacySse(options: LegacySseOptions): Promise<string | undefined> {
  const { url, request, send, read, report, onLost } = options;
  return new Promise((resolve) => {
    const onStreamLost = (reason: string) => {
      resolve(undefined);
      onLost(reason);
    };
    const handler = read(
      {
        onHead: ({ status }) => {
          if (status !== 200) resolve(undefined);
        },
        onEnd: () => onStreamLost('the upstream ended the stream'),
        onFailure: onStreamLost,
      },
      (address) => {
        const target = targetOnOrigin(url, address);
        if (target === undefined) report('the server names an endpoint URL on another origin');
        resolve(target);
      },
    );
    request.sent = send(handler);
  });
}
