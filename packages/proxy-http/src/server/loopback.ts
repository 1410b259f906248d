// The names and addresses of this machine.

/** The names that a local client uses in the `Host` header. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns true if only this machine can connect to a server that listens on this host. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);
