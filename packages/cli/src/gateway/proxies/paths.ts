// Parses the paths of the data plane: `/mcp/<proxy>`, and `/sse` and `/messages` below it for clients with the legacy
// HTTP+SSE transport.

const PATTERN = /^\/mcp\/([^/]+)(?:\/(sse|messages))?$/;

/** Returns the id or name of the proxy in a path, as written; undefined for other paths. */
export function readPath(path: string): { readonly proxy: string; readonly isMessages: boolean } | undefined {
  const [, proxy, rest] = PATTERN.exec(path) ?? [];
  return proxy === undefined ? undefined : { proxy, isMessages: rest === 'messages' };
}

/** True if a request is for the data plane; all other requests are for the admin API. */
export const isDataPlane = (url: string): boolean => /^\/mcp(?:[/?]|$)/.test(url) || !url.startsWith('/');
