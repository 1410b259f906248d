// Continues with the value of a result that may be a promise, synchronously if it is not one.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';

/** Applies `next` to a value, immediately or when it is available. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** All values, immediately or when the last one is available. */
export function allReady<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as readonly T[]);
}
