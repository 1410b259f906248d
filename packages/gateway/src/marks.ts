// Entries beside a proxy's record that tell all nodes to do something. They go with the proxy.

/** Changes when the address of a proxy is to be resolved again. */
export const resolveKey = (proxyId: string): string => `resolve/${proxyId}`;

/** Changes when cached results of a proxy are no longer valid; `mark` is the name that its cache gives them. */
export const purgeKey = (proxyId: string, mark: string): string => `${purgePrefix(proxyId)}${mark}`;

/** The beginning of all purge keys of a proxy. */
export const purgePrefix = (proxyId: string): string => `purge/${proxyId}/`;
