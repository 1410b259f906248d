// The result of a port, which may be available immediately.

export type Awaitable<T> = T | Promise<T>;
