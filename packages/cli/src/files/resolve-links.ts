// Resolves symbolic links for the policy engine (its `Links`).
//
// The resolver has a time limit (50 ms without progress, one second in total for a call with any number of paths) and never
// touches other machines or devices, not even through a link. A path that cannot be resolved is inside no folder, so no `allow`
// matches it. A path that does not exist yet is resolved through its deepest existing folder. After the time limit the whole
// result is undefined: otherwise a link hidden behind thousands of other paths would be taken for a plain file.
import { lstat, readlink, realpath } from 'node:fs';
import { promisify } from 'node:util';
import type { Links } from '@claw/policy';
import { createRemoteCheck, type IsRemote } from './remote-file-systems.js';

export interface LinkOptions {
  /** Milliseconds without progress. */
  readonly limit?: number;
  readonly platform?: NodeJS.Platform;
  /** Which paths must not be touched; read from the system by default. */
  readonly isRemote?: IsRemote;
}

/** Resolves paths within a number of milliseconds; undefined when the time was not enough. */
export type ResolveLinks = (paths: readonly string[], limit?: number) => Promise<Links | undefined>;

const LIMIT = 50;

/** The limit in milliseconds when no call is waiting: for commands, and when a policy is loaded. */
export const longTimeout = 5000;

const MAX_HOPS = 40;
const MAX_STUCK = 2;

const status = promisify(lstat);
const target = promisify(readlink);
const native = promisify(realpath.native);

/** Creates a resolver; use one for the life of the process. */
export function createLinkResolver(options: LinkOptions = {}): ResolveLinks {
  const { limit: defaultLimit = LIMIT, platform = process.platform } = options;
  const isRemote = options.isRemote ?? createRemoteCheck(platform);
  // A file system that does not respond blocks a thread. After a few of them the resolver stops trying.
  let stuck = 0;
  return async (paths, limit = defaultLimit) => {
    const resolved = new Map<string, string>();
    if (paths.length === 0) return resolved;
    if (stuck >= MAX_STUCK) return undefined;
    const walk: Walk = {
      isRemote,
      windows: platform === 'win32',
      known: new Map(),
      over: limit <= 0,
      done: false,
    };
    const work = followAll(paths, walk, resolved);
    const clock = countDown(limit, walk);
    await Promise.race([work, clock.over]);
    clock.stop();
    if (walk.done) return resolved;
    walk.over = true;
    stuck += 1;
    void work.finally(() => {
      stuck -= 1;
    });
    return undefined;
  };
}

const STEPS = 10;
const MAX_FACTOR = 20;

/**
 * Counts down in steps and only without progress: on a busy machine results come late although the file system is fine. Each step
 * also reads the root folder, which is always cached: while that waits, the machine is slow and not the disk. The total is limited
 * to `MAX_FACTOR` times the limit.
 */
function countDown(limit: number, walk: Walk): { readonly over: Promise<void>; stop(): void } {
  let step: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  let isStopped = false;
  const over = new Promise<void>((resolve) => {
    let [left, seen] = [STEPS, 0];
    const count = () => {
      left = walk.known.size === seen ? left - 1 : STEPS;
      seen = walk.known.size;
      if (left === 0) resolve();
      else if (!isStopped) next();
    };
    const next = () => {
      step = setTimeout(() => lstat('/', count), limit / STEPS);
    };
    next();
    end = setTimeout(resolve, limit * MAX_FACTOR);
  });
  const stop = () => {
    isStopped = true;
    clearTimeout(step);
    clearTimeout(end);
  };
  return { over, stop };
}

interface Walk {
  readonly isRemote: IsRemote;
  readonly windows: boolean;
  /** Paths seen in this call: the target of a link, `null` for other files, undefined for missing ones. */
  readonly known: Map<string, string | null | undefined>;
  /** The time limit has passed. */
  over: boolean;
  /** Every path was resolved. */
  done: boolean;
}

async function followAll(paths: readonly string[], walk: Walk, resolved: Map<string, string>): Promise<void> {
  for (const path of paths) {
    if (walk.over) return;
    const answer = await follow(path, walk).catch(() => undefined);
    if (answer !== undefined) resolved.set(path, answer);
  }
  walk.done = !walk.over;
}

// Walks component by component as the kernel does, so that a link is seen before its target is touched.
async function follow(path: string, walk: Walk, hopsBefore = 0): Promise<string | undefined> {
  const root = walk.windows ? /^[A-Za-z]:\//.exec(path)?.[0] : /^\/(?!\/)/.test(path) ? '/' : undefined;
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
    if (walk.isRemote(next) || walk.over) return undefined;
    const link = await linkAt(next, walk);
    // Missing from here on: no later component can be a link, and `..` after it cannot be resolved.
    if (link === undefined) {
      const rest = parts.reverse().filter((name) => name !== '' && name !== '.');
      return rest.includes('..') ? undefined : withRest(await longName(current, walk), [part, ...rest]);
    }
    if (link === null) current = next;
    else {
      hops += 1;
      if (hops > MAX_HOPS) return undefined;
      const slashed = walk.windows ? link.replaceAll('\\', '/').replace(/^\/\/\?\/(?=[A-Za-z]:)/, '') : link;
      const rooted = walk.windows ? /^[A-Za-z]:\//.test(slashed) : slashed.startsWith('/');
      // A link to another drive restarts there; a link to a share leads to another machine.
      if (walk.windows && /^(?:\/|[A-Za-z]:)/.test(slashed))
        return rooted ? follow([slashed, ...parts.reverse()].join('/'), walk, hops) : undefined;
      if (rooted) current = root;
      parts = parts.concat(slashed.split('/').reverse());
    }
  }
  return longName(current, walk);
}

const withRest = (folder: string | undefined, rest: readonly string[]) =>
  folder === undefined ? undefined : [folder.replace(/\/$/, ''), ...rest].join('/');

// Windows has short names (`PROGRA~1`); only the system knows the long ones.
async function longName(path: string, walk: Walk): Promise<string | undefined> {
  return walk.windows ? (await native(path)).replaceAll('\\', '/') : path;
}

/** The target of a link, `null` for other files, undefined for a missing one. */
async function linkAt(path: string, walk: Walk): Promise<string | null | undefined> {
  if (walk.known.has(path)) return walk.known.get(path);
  const found = await readLinkAt(path);
  walk.known.set(path, found);
  return found;
}

async function readLinkAt(path: string): Promise<string | null | undefined> {
  try {
    const found = await status(path);
    return found.isSymbolicLink() ? await target(path) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
