// The keys of entries that notify all nodes of a change. They are stored with the record of a proxy and deleted with
// it.

/** Returns the key of the entry that changes when the address of a proxy has to be resolved again. */
export const resolveKey = (proxyId: string): string => `resolve/${proxyId}`;

/**
 * Returns the key of the entry that changes when cached results of a proxy are no longer valid; `tag` identifies the
 * results.
 */
export const purgeKey = (proxyId: string, tag: string): string => `${purgePrefix(proxyId)}${tag}`;

/** Returns the common prefix of all purge keys of a proxy. */
export const purgePrefix = (proxyId: string): string => `purge/${proxyId}/`;
