// Applies a function to a value that may be a promise.

import type { Awaitable } from './key-value-table.js';

/** Applies `act` to a value, immediately or when it is available. */
export const whenReady = <T, Result>(
  value: Awaitable<T>,
  act: (value: T) => Awaitable<Result>,
): Awaitable<Result> => (isPromise(value) ? value.then(act) : act(value));

const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof (value as { then?: unknown } | undefined)?.then === 'function';
