// Stores the last events with their sequence numbers, so that a page can resume after a lost connection.

import { randomBytes } from 'node:crypto';

const maxEvents = 500;
const newRun = () => randomBytes(4).toString('hex');

export class ReplayBuffer {
  /** Identifies the current sequence. It changes when the dashboard starts and on `restart()`. */
  #run = newRun();
  #events: string[] = [];
  #last = 0;

  /** The position after the newest event, which a page sends when it reconnects. */
  get cursor(): string {
    return `${this.#run}.${this.#last}`;
  }

  /** Numbers an event and returns it as text. */
  add(event: object): string {
    this.#last++;
    const text = JSON.stringify({ ...event, cursor: this.cursor });
    this.#events.push(text);
    if (this.#events.length > maxEvents) this.#events.shift();
    return text;
  }

  /** Discards the events. Called if an event was missed, so that pages fetch all data again instead of resuming. */
  restart(): void {
    this.#run = newRun();
    this.#events = [];
    this.#last = 0;
  }

  /** Returns the events after a cursor, or undefined if some of them are no longer stored. */
  after(cursor: string): readonly string[] | undefined {
    const [run, text = ''] = cursor.split('.');
    const seen = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    const missed = this.#last - seen;
    if (run !== this.#run || !(missed >= 0) || missed > this.#events.length) return undefined;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
