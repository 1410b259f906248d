// Walks a path component by component as the kernel does, so that a link is seen before its target is touched. It
// reads nothing itself: it yields each path to look at and receives what is there, so that synchronous and
// asynchronous callers can use the same walk.

import type { ClassifyPath } from './file-systems.js';

/** The target of a link, `null` for other files, undefined for a missing one. */
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

/** The real path of a path; undefined when it has none or must not be read. */
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
    // Missing from here on: no later component can be a link, and `..` after it cannot be resolved.
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
      // A link to another drive continues there; a link to a share refers to another machine.
      if (windows && /^(?:\/|[A-Za-z]:)/.test(slashed))
        return rooted ? yield* walkPath([slashed, ...parts.reverse()].join('/'), options, hops) : undefined;
      if (rooted) current = root;
      parts = parts.concat(slashed.split('/').reverse());
    }
  }
  return { existing: current, missing: [] };
}
