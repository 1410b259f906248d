// Going on with a value that may have to be waited for, without waiting where there is nothing to wait for.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';

/** What `next` makes of a value, now or when it is there. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** All values, now or when the last of them is there. */
export function allReady<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as readonly T[]);
}
