// The oldest transport as a client sees it: a stream whose first event says where to post.

import { placeOn } from './endpoint-event.js';
import type { Flight } from './flights.js';
import type { StreamEvents } from './listening-stream.js';
import type { AnswerListener, Sent } from './upstream.js';

export interface OldestOptions {
  readonly url: URL;
  readonly flight: Flight;
  readonly send: (listener: AnswerListener) => Sent;
  readonly read: (on: StreamEvents, onEndpoint: (address: string) => void) => AnswerListener;
  readonly report: (reason: string) => void;
  /** The stream is over, and with it the session. */
  readonly onLost: (reason: string) => void;
}

/** Opens the stream and gives the place to post to; undefined when the server does not speak this. */
export function openOldest(options: OldestOptions): Promise<string | undefined> {
  const { url, flight, send, read, report, onLost } = options;
  return new Promise((resolve) => {
    const over = (reason: string) => {
      resolve(undefined);
      onLost(reason);
    };
    const listener = read(
      {
        onHead: ({ status }) => {
          if (status !== 200) resolve(undefined);
        },
        onEnd: () => over('the upstream ended the stream'),
        onFailure: over,
      },
      (address) => {
        const place = placeOn(url, address);
        if (place === undefined) report('the server names a place to post to that is not on its own host');
        resolve(place);
      },
    );
    flight.sent = send(listener);
  });
}
