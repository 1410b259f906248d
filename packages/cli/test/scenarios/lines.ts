// Collects the lines that arrive at one peer, in order.

import type { Readable } from 'node:stream';

/** The functions with which a scenario sends and receives messages at one peer. */
export interface End {
  say(line: string): void;
  hear(what: string): Promise<string>;
}

export class Lines {
  readonly #waiting: string[] = [];
  #wake: (() => void) | undefined;

  push(line: string): void {
    this.#waiting.push(line);
    this.#wake?.();
  }

  /** Waits for the next line. */
  async next(what: string, patience: number): Promise<string> {
    const deadline = Date.now() + patience;
    while (this.#waiting.length === 0) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`nothing came, but this should have: ${what}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#waiting.shift() as string;
  }
}

/** Splits arriving bytes into lines. */
export function eachLine(source: Readable, take: (line: string) => void): void {
  const rest: Buffer[] = [];
  source.on('error', () => {});
  source.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(Buffer.concat([...rest.splice(0), chunk.subarray(start, end)]).toString());
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  });
}

/** Passes on the data of each arriving event. */
export function eachEvent(source: Readable, take: (data: string) => void): void {
  let data: string[] = [];
  eachLine(source, (line) => {
    if (line.startsWith('data: ')) data.push(line.slice(6));
    if (line !== '' || data.length === 0) return;
    take(data.join('\n'));
    data = [];
  });
}
