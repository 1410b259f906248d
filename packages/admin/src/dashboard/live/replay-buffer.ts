// The last events with their sequence numbers, so that a page that lost its connection continues where it was.

import { randomBytes } from 'node:crypto';

const maxEvents = 500;
const newRun = () => randomBytes(4).toString('hex');

export class ReplayBuffer {
  /** Numbers of another run of the dashboard mean nothing here. */
  #run = newRun();
  #events: string[] = [];
  #last = 0;

  /** The place after the newest event, as a page repeats it when it comes back. */
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

  /** Something was not told: no page can continue where it was. */
  restart(): void {
    this.#run = newRun();
    this.#events = [];
    this.#last = 0;
  }

  /** The events after a cursor; undefined when some of them are gone. */
  after(cursor: string): readonly string[] | undefined {
    const [run, text = ''] = cursor.split('.');
    const seen = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    const missed = this.#last - seen;
    if (run !== this.#run || !(missed >= 0) || missed > this.#events.length) return undefined;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
