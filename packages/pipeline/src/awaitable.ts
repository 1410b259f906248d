// Functions for values that may be promises. They continue synchronously if a value is not a promise.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';

/** Applies `next` to a value, immediately or when it is available. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Returns all values, immediately or when the last one is available. */
export function allReady<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as readonly T[]);
}
