// Collects the items of one event-loop iteration and processes them together, because a transaction or a request to a
// server takes longer than an item.

import type { Awaitable } from './key-value-table.js';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class Batch<Item, Result> {
  readonly #process: (items: readonly Item[]) => Awaitable<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];

  /** `process` returns one result for each item, in the same order. If it fails, all items fail. */
  constructor(process: (items: readonly Item[]) => Awaitable<readonly Result[]>) {
    this.#process = process;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The items are processed after this event-loop iteration, in which calls on other connections arrive as well.
      if (this.#waiting.length === 0) setImmediate(() => void this.#run());
      this.#waiting.push({ item, resolve, reject });
    });
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const results = await this.#process(waiting.map(({ item }) => item));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
