// The stream on which a server says what belongs to no request. Many have none; one that breaks off is asked for again
// from where it was, with growing pauses.

import { Flight } from './flights.js';
import type { ReadAnswer } from './incoming-answer.js';
import type { AnswerListener, Sent, UpstreamAnswer } from './upstream.js';

export interface ListeningOptions {
  /** Asks for the stream; `resume` is the last event that was seen. */
  readonly send: (resume: string | undefined, listener: AnswerListener) => Sent;
  readonly read: (flight: Flight, on: StreamEvents) => AnswerListener;
}

export interface StreamEvents {
  onHead(head: UpstreamAnswer): void;
  onEnd(answer: ReadAnswer): void;
  onFailure(reason: string, lastEventId: string | undefined, retry: number | undefined): void;
}

const RETRY = 1000;
const LONGEST_RETRY = 30_000;

export class ListeningStream {
  readonly #options: ListeningOptions;
  readonly flight = new Flight(undefined);
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(options: ListeningOptions) {
    this.#options = options;
    this.#ask(undefined, 0);
  }

  /** True unless the server has none or we have stopped. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.flight.sent?.abort();
  }

  #ask(resume: string | undefined, failures: number): void {
    let wasStream = false;
    const again = (latest: string | undefined, retry: number | undefined) => {
      if (!this.#isOpen) return;
      // The very first answer tells whether there is such a stream at all.
      const hasNone = !wasStream && failures === 0;
      if (hasNone) this.#isOpen = false;
      else this.#later(latest ?? resume, wasStream ? 1 : failures + 1, retry ?? RETRY);
    };
    const listener = this.#options.read(this.flight, {
      onHead: ({ status }) => {
        wasStream = status === 200;
      },
      onEnd: ({ lastEventId, retry }) => again(lastEventId, retry),
      onFailure: (_, lastEventId, retry) => again(lastEventId, retry),
    });
    this.flight.sent = this.#options.send(resume, listener);
  }

  #later(resume: string | undefined, failures: number, pause: number): void {
    const delay = Math.min(pause * 2 ** Math.min(failures - 1, 5), LONGEST_RETRY);
    this.#timer = setTimeout(() => this.#ask(resume, failures), delay);
    this.#timer.unref();
  }
}
