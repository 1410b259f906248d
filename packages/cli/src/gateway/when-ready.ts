// Continues with the value of a result that may be a promise, synchronously if it is not one.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';

/** Applies `act` to a value, immediately or when it is available. */
export function whenReady<T, Result>(
  value: Awaitable<T>,
  act: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? value.then(act) : act(value as T);
}
