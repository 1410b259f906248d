// The GET event stream for messages that do not belong to a request. Not every server supports it. A broken stream is
// resumed with exponential backoff.

import type { AbortableRequest, UpstreamResponse, UpstreamResponseHandler } from '../upstream/upstream.js';
import { InFlightRequest } from './in-flight.js';
import type { ReadResponse } from './response-reader.js';

export interface ServerStreamOptions {
  /** Requests the stream; `resume` is the id of the last event. */
  readonly send: (resume: string | undefined, handler: UpstreamResponseHandler) => AbortableRequest;
  readonly read: (inFlight: InFlightRequest, on: ResponseCallbacks) => UpstreamResponseHandler;
}

export interface ResponseCallbacks {
  onHead(head: UpstreamResponse): void;
  onEnd(response: ReadResponse): void;
  onFailure(reason: string, lastEventId: string | undefined, retry: number | undefined): void;
}

const DEFAULT_RETRY = 1000;
const MAX_RETRY = 30_000;

export class ServerStream {
  readonly #options: ServerStreamOptions;
  readonly request = new InFlightRequest(undefined);
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(options: ServerStreamOptions) {
    this.#options = options;
    this.#open(undefined, 0);
  }

  /** False after `stop`, or if the server does not support such a stream. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.request.sent?.abort();
  }

  #open(resume: string | undefined, failures: number): void {
    let wasStream = false;
    const again = (latest: string | undefined, retry: number | undefined) => {
      if (!this.#isOpen) return;
      // The first response shows whether the server supports such a stream.
      const hasNone = !wasStream && failures === 0;
      if (hasNone) this.#isOpen = false;
      else this.#reopenLater(latest ?? resume, wasStream ? 1 : failures + 1, retry ?? DEFAULT_RETRY);
    };
    const handler = this.#options.read(this.request, {
      onHead: ({ status }) => {
        wasStream = status === 200;
      },
      onEnd: ({ lastEventId, retry }) => again(lastEventId, retry),
      onFailure: (_, lastEventId, retry) => again(lastEventId, retry),
    });
    this.request.sent = this.#options.send(resume, handler);
  }

  #reopenLater(resume: string | undefined, failures: number, pause: number): void {
    const delay = Math.min(pause * 2 ** Math.min(failures - 1, 5), MAX_RETRY);
    this.#timer = setTimeout(() => this.#open(resume, failures), delay);
    this.#timer.unref();
  }
}
