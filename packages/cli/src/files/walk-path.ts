// Walks a path component by component as the kernel does, so that a link is detected before its target is accessed. The
// generator does not read files: it yields each path and receives the entry at that path, so that synchronous and
// asynchronous callers can use it.

import type { ClassifyPath } from './file-systems.js';

/** The target of a link, `null` for any other file, undefined for a missing file. */
export type Entry = string | null | undefined;

/** An existing folder or file, and the components below it that do not exist. */
export interface Place {
  readonly existing: string;
  readonly missing: readonly string[];
}

export interface WalkOptions {
  readonly classify: ClassifyPath;
  readonly windows: boolean;
}

const MAX_HOPS = 40;

/** Returns the real path of a path; undefined if the path cannot be resolved or must not be read. */
export function* walkPath(
  path: string,
  options: WalkOptions,
  hopsBefore = 0,
): Generator<string, Place | undefined, Entry> {
  const { classify, windows } = options;
  const root = windows ? /^[A-Za-z]:\//.exec(path)?.[0] : /^\/(?!\/)/.test(path) ? '/' : undefined;
  if (root === undefined) return undefined;
  let parts = path.slice(root.length).split('/').reverse();
  let current = root;
  let hops = hopsBefore;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      const cut = current.lastIndexOf('/');
      current = cut < root.length ? root : current.slice(0, cut);
      continue;
    }
    const next = current === root ? root + part : `${current}/${part}`;
    if (classify(next) === 'remote') return undefined;
    const link = yield next;
    // The path does not exist from here on: no later component can be a link, and `..` after it cannot be resolved.
    if (link === undefined) {
      const rest = parts.reverse().filter((name) => name !== '' && name !== '.');
      return rest.includes('..') ? undefined : { existing: current, missing: [part, ...rest] };
    }
    if (link === null) current = next;
    else {
      hops += 1;
      if (hops > MAX_HOPS) return undefined;
      const slashed = windows ? link.replaceAll('\\', '/').replace(/^\/\/\?\/(?=[A-Za-z]:)/, '') : link;
      const rooted = windows ? /^[A-Za-z]:\//.test(slashed) : slashed.startsWith('/');
      // A link to another drive is followed on that drive. A link to a network share refers to another machine, so it
      // is not followed.
      if (windows && /^(?:\/|[A-Za-z]:)/.test(slashed))
        return rooted ? yield* walkPath([slashed, ...parts.reverse()].join('/'), options, hops) : undefined;
      if (rooted) current = root;
      parts = parts.concat(slashed.split('/').reverse());
    }
  }
  return { existing: current, missing: [] };
}
