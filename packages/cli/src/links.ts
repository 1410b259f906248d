// Where paths really lead: the link resolver behind `Links` of the policy engine. For everything in this program that
// judges calls: `prepared.questions()` goes in, and what comes back goes into `evaluate` and `explain` as `links`
// (`foldersOfPolicy` goes in before a policy is compiled, and comes back as `CompileOptions.links`).
//
// It is asynchronous, answers within its limit (50 ms without anything new, a second for one call with however many paths), and never touches other
// machines or devices, also not through a link that leads there. A path without an answer is inside nothing: no `allow`
// matches it. What does not exist yet is answered by the folder that does. When the time is over there is no answer at all:
// otherwise a link behind thousands of other paths, or on a slow disk, would pass for what it only seems to be.
import { lstat, readlink, realpath } from 'node:fs';
import { promisify } from 'node:util';
import type { Links } from '@claw/policy';
import { type IsRemote, readRemotePlaces } from './remote-places.js';

export interface LinkOptions {
  /** Milliseconds without anything new. */
  readonly limit?: number;
  readonly platform?: NodeJS.Platform;
  /** Which places must not be touched; found out from the system when it is not given. */
  readonly isRemote?: IsRemote;
}

/** Asks where paths lead, for so many milliseconds (those of the resolver by default); undefined when they were not enough. */
export type FollowLinks = (paths: readonly string[], limit?: number) => Promise<Links | undefined>;

const LIMIT = 50;

/** Milliseconds where nobody waits for an answer to a call: for commands, and when a policy is loaded. */
export const unhurried = 5000;

const MAX_HOPS = 40;
const MAX_STUCK = 2;

const status = promisify(lstat);
const target = promisify(readlink);
const native = promisify(realpath.native);

/** Creates a resolver; keep one for the life of the process. */
export function createLinkResolver(options: LinkOptions = {}): FollowLinks {
  const { limit: usual = LIMIT, platform = process.platform } = options;
  const isRemote = options.isRemote ?? readRemotePlaces(platform);
  // A file system that does not answer keeps a thread of the process. A few of them, and nothing is asked any more.
  let stuck = 0;
  return async (paths, limit = usual) => {
    const answers = new Map<string, string>();
    if (paths.length === 0) return answers;
    if (stuck >= MAX_STUCK) return undefined;
    const walk: Walk = {
      isRemote,
      windows: platform === 'win32',
      known: new Map(),
      over: limit <= 0,
      done: false,
    };
    const work = followAll(paths, walk, answers);
    const clock = countDown(limit, walk);
    await Promise.race([work, clock.over]);
    clock.stop();
    if (walk.done) return answers;
    walk.over = true;
    stuck += 1;
    void work.finally(() => {
      stuck -= 1;
    });
    return undefined;
  };
}

const STEPS = 10;
const LONGEST = 20;

/**
 * Counts in steps, and only while nothing is found out: on a busy machine answers come late, and a file system that gives
 * them must not be called slow for that. Each step asks about the root, too, which every system knows by heart: while that
 * waits, the machine is slow and not the disk. Nobody waits longer than so many times the limit.
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
    end = setTimeout(resolve, limit * LONGEST);
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
  /** Folders and files seen in this call: where a link leads, or that it is none. */
  readonly known: Map<string, string | null | undefined>;
  /** The time is over. */
  over: boolean;
  /** Every path was looked at. */
  done: boolean;
}

async function followAll(paths: readonly string[], walk: Walk, answers: Map<string, string>): Promise<void> {
  for (const path of paths) {
    if (walk.over) return;
    const answer = await follow(path, walk).catch(() => undefined);
    if (answer !== undefined) answers.set(path, answer);
  }
  walk.done = !walk.over;
}

// As the kernel does it, component by component; so a link is seen before anything behind it is touched.
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
    // Missing from here on: nothing behind it can be a link, and `..` behind it leads nowhere.
    if (link === undefined) {
      const rest = parts.reverse().filter((name) => name !== '' && name !== '.');
      return rest.includes('..') ? undefined : withRest(await spelt(current, walk), [part, ...rest]);
    }
    if (link === null) current = next;
    else {
      hops += 1;
      if (hops > MAX_HOPS) return undefined;
      const slashed = walk.windows ? link.replaceAll('\\', '/').replace(/^\/\/\?\/(?=[A-Za-z]:)/, '') : link;
      const rooted = walk.windows ? /^[A-Za-z]:\//.test(slashed) : slashed.startsWith('/');
      // A link to another drive starts anew there; one to a share leads to another machine.
      if (walk.windows && /^(?:\/|[A-Za-z]:)/.test(slashed))
        return rooted ? follow([slashed, ...parts.reverse()].join('/'), walk, hops) : undefined;
      if (rooted) current = root;
      parts = parts.concat(slashed.split('/').reverse());
    }
  }
  return spelt(current, walk);
}

const withRest = (folder: string | undefined, rest: readonly string[]) =>
  folder === undefined ? undefined : [folder.replace(/\/$/, ''), ...rest].join('/');

// Windows has second names for things (`PROGRA~1`); only the system knows the first ones.
async function spelt(path: string, walk: Walk): Promise<string | undefined> {
  return walk.windows ? (await native(path)).replaceAll('\\', '/') : path;
}

/** The target of a link, `null` for what is none, nothing for what does not exist. */
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
