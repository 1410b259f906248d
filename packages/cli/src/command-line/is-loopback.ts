// Recognizes hosts that only this machine can reach. It is a copy of one line of `@claw/proxy-http`, which is not loaded
// for checking options.

/** True if only this machine can connect to the host. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
