// Small cached values with an expiry, and the right to do something alone.

import type { Awaitable, Cells } from './cells.js';

/** A cache that all processes share. */
export interface Values {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, value: string, milliseconds: number): Awaitable<void>;
  remove(name: string): Awaitable<boolean>;
  /** True for one of all who ask at once, until the time is over or it is removed. */
  claim(name: string, milliseconds: number): Awaitable<boolean>;
}

/** What time it is for all who share the cells. */
export interface Clocks {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Milliseconds of a clock that is never put back; only differences mean something. It may begin anew with the machine: what
   * it measures is then over too early, never too late. Without it, values stay for longer when the other one is put back.
   */
  readonly ticks?: () => number;
}

export function createValues(cells: Cells, { now = () => Date.now(), ticks }: Clocks): Values {
  const dated = (value: string, milliseconds: number): string => {
    if (ticks === undefined) return value;
    const from = Math.floor(ticks());
    return `${from}-${from + Math.ceil(milliseconds)} ${value}`;
  };
  const current = (text: string | undefined): string | undefined =>
    text === undefined || ticks === undefined ? text : undated(text, ticks());
  const until = (milliseconds: number) => now() + milliseconds;
  const claimed = 'claimed';
  return {
    get: (name) => after(cells.get('value', name), current),
    set: (name, value, milliseconds) =>
      cells.put('value', name, dated(value, milliseconds), until(milliseconds)),
    remove: (name) => cells.remove('value', name),
    claim: (name, milliseconds) =>
      after(cells.add('value', name, dated(claimed, milliseconds), until(milliseconds)), (isOurs) =>
        isOurs || ticks === undefined
          ? isOurs
          : after(cells.get('value', name), (text) =>
              text === undefined || current(text) !== undefined
                ? false
                : cells.replace('value', name, text, dated(claimed, milliseconds), until(milliseconds)),
            ),
      ),
  };
}

const shape = /^(\d+)-(\d+) /;

/** What is kept, unless its time is over. One from before a restart of the machine goes by the wall's clock alone. */
function undated(text: string, now: number): string | undefined {
  const [beginning = '', from, to] = shape.exec(text) ?? [];
  const isOver = beginning === '' || (Number(from) <= now && Number(to) <= now);
  return isOver ? undefined : text.slice(beginning.length);
}

function after<T, Result>(value: Awaitable<T>, act: (value: T) => Awaitable<Result>): Awaitable<Result> {
  return value instanceof Promise ? value.then(act) : act(value as T);
}
