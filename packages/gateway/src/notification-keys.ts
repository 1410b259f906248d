// Entries next to the record of a proxy that notify all nodes. They are deleted with the proxy.

/** Changes if the address of a proxy has to be resolved again. */
export const resolveKey = (proxyId: string): string => `resolve/${proxyId}`;

/** Changes if cached results of a proxy are no longer valid; `tag` names them in its cache. */
export const purgeKey = (proxyId: string, tag: string): string => `${purgePrefix(proxyId)}${tag}`;

/** The common prefix of all purge keys of a proxy. */
export const purgePrefix = (proxyId: string): string => `purge/${proxyId}/`;
