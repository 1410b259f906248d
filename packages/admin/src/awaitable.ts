// The result of a port that may be available immediately.

export type Awaitable<T> = T | Promise<T>;
