// Continues with a value that may be a promise. If it is not a promise, this happens synchronously.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';

/** Applies `act` to a value, immediately or when it is available. */
export function whenReady<T, Result>(
  value: Awaitable<T>,
  act: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? value.then(act) : act(value as T);
}
