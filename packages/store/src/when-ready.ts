// Applies a function to a value that may be a promise. `whenReady` of the pipeline does the same, but this package
// imports only types from the pipeline, so that a store can be loaded without it.

import type { Awaitable } from './key-value-table.js';

/** Applies `act` to a value, immediately or when it is available. */
export const whenReady = <T, Result>(
  value: Awaitable<T>,
  act: (value: T) => Awaitable<Result>,
): Awaitable<Result> => (isPromise(value) ? value.then(act) : act(value));

const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof (value as { then?: unknown } | undefined)?.then === 'function';
