// Streams that broke off before they had said everything. Where the server numbers its events, the rest is asked for.

import type { Flight, Flights } from './flights.js';
import type { StreamEvents } from './listening-stream.js';
import type { AnswerListener, Sent } from './upstream.js';

export interface ResumptionOptions {
  readonly flights: Flights;
  readonly isClosed: () => boolean;
  /** Asks for what came after an event. */
  readonly ask: (lastEventId: string | undefined, listener: AnswerListener) => Sent;
  readonly read: (flight: Flight, on: StreamEvents) => AnswerListener;
  /** What is missing will not come. */
  readonly onFailure: (flight: Flight, reason: string) => void;
}

/** Where a stream that broke off can be resumed. */
interface Place {
  readonly lastEventId: string | undefined;
  readonly retry: number | undefined;
}

const RETRY = 1000;
/** How often a stream that was broken off is asked for again without hearing anything. */
const TRIES = 5;

export const NO_ANSWER = 'the upstream ended its answer without one';

export class Resumption {
  readonly #options: ResumptionOptions;

  constructor(options: ResumptionOptions) {
    this.#options = options;
  }

  /** The stream of this flight is over. */
  brokenOff(flight: Flight, reason: string, place: Place, tries = 0): void {
    const { flights, isClosed, onFailure } = this.#options;
    const { lastEventId, retry } = place;
    if (flight.open.size === 0) flights.remove(flight);
    else if (isClosed() || lastEventId === undefined || tries >= TRIES) onFailure(flight, reason);
    else setTimeout(() => this.#askForRest(flight, place, tries), retry ?? RETRY);
  }

  #askForRest(flight: Flight, place: Place, tries: number): void {
    const { isClosed, ask, read } = this.#options;
    if (isClosed()) return;
    const again = (reason: string, lastEventId: string | undefined, retry: number | undefined) => {
      const next = { lastEventId: lastEventId ?? place.lastEventId, retry: retry ?? place.retry };
      this.brokenOff(flight, reason, next, lastEventId === undefined ? tries + 1 : 0);
    };
    const listener = read(flight, {
      onHead: () => {},
      onEnd: ({ status, lastEventId, retry }) =>
        again(status === 200 ? NO_ANSWER : `the upstream answered ${status}`, lastEventId, retry),
      onFailure: again,
    });
    flight.sent = ask(place.lastEventId, listener);
  }
}
