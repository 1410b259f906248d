// Which function answers which request. Routes are data; a part of a path that begins with a colon is a name for what stands
// there.

import { Problem } from './problem.js';

/** A request that was let in, with its body read. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON of the body; undefined without one. */
  readonly body: unknown;
}

/** What a route answers; an object becomes JSON. */
export interface AdminReply {
  readonly status?: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One method on one path. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(request: AdminRequest): AdminReply | Promise<AdminReply>;
}

/** The route for a request, with what its names stand for. Throws the problem when there is none. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly params: Readonly<Record<string, string>> } {
  const fitting = routes.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  if (fitting.length === 0) throw new Problem(404, 'there is nothing at this address');
  throw new Problem(405, `use ${fitting.map(({ route }) => route.method).join(' or ')} here`);
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decode(given[index] ?? '');
    if (part.startsWith(':') && text !== '' && text !== undefined) params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
