// Entries next to the record of a proxy that notify all nodes. They are deleted with the proxy.

/** Changes if the address of a proxy has to be resolved again. */
export const resolveKey = (proxyId: string): string => `resolve/${proxyId}`;

/** Changes if cached results of a proxy are no longer valid; `mark` is the name that its cache gives them. */
export const purgeKey = (proxyId: string, mark: string): string => `${purgePrefix(proxyId)}${mark}`;

/** The common prefix of all purge keys of a proxy. */
export const purgePrefix = (proxyId: string): string => `purge/${proxyId}/`;
