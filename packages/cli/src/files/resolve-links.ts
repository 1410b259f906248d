// Resolves symbolic links for the policy engine (its `Links`).
//
// The resolver has a time limit: 50 ms without progress, and one second in total for all paths of a call. It never
// accesses other machines or devices, not even through a link. A path that cannot be resolved is inside no folder, so
// no `allow` rule matches it. A path that does not exist yet is resolved through its deepest existing folder. After the
// time limit the whole result is undefined: otherwise a link that is hidden behind thousands of other paths would count
// as a plain file.
//
// Local file systems are read synchronously, because reading a component takes two microseconds, and a hundred in a
// thread. Entries are cached for one event-loop iteration only. All calls that arrived together are decided in that
// iteration, before any of them is forwarded. So if a call replaces a folder with a link, the next call sees the link.
import { lstat, lstatSync, readlink, readlinkSync, realpath } from 'node:fs';
import { promisify } from 'node:util';
import type { Links } from '@claw/policy';
import { type ClassifyPath, createPathClassifier } from './file-systems.js';
import { waitForProgress } from './wait-for-progress.js';
import { type Entry, type Place, type WalkOptions, walkPath } from './walk-path.js';

export interface LinkOptions {
  /** The time limit without progress, in milliseconds. */
  readonly limit?: number;
  readonly platform?: NodeJS.Platform;
  /** Classifies the file systems of paths; by default the mounted file systems are read. */
  readonly classify?: ClassifyPath;
}

/**
 * Resolves paths within a number of milliseconds, synchronously where possible; undefined if that was not enough time.
 */
export type ResolveLinks = (
  paths: readonly string[],
  limit?: number,
) => Links | undefined | Promise<Links | undefined>;

const LIMIT = 50;

/** The time limit in milliseconds if no call is waiting: for commands, and when a policy is loaded. */
export const longTimeout = 5000;

/**
 * The time in milliseconds for which a call may delay other messages. After that, its paths are read in the background.
 */
const MAX_BLOCKING = 2;
/**
 * The same time for the long limit, because reading hundreds of folders in the background delays the first message.
 */
const MAX_BLOCKING_AT_START = 20;
const MAX_BLOCKED_THREADS = 2;
/** The maximum number of entries that are cached in one event-loop iteration. */
const MAX_ENTRIES = 4096;

const status = promisify(lstat);
const target = promisify(readlink);
const native = promisify(realpath.native);

/**
 * Creates a resolver. A process should use one resolver for its whole lifetime, because blocked threads are counted.
 */
export function createLinkResolver(options: LinkOptions = {}): ResolveLinks {
  const { limit: defaultLimit = LIMIT, platform = process.platform } = options;
  const classify = options.classify ?? createPathClassifier(platform);
  // A file system that does not respond blocks a thread. After several blocked threads the resolver stops trying.
  let blockedThreads = 0;
  let entriesOfTurn: Map<string, Entry> | undefined;
  const forget = (): void => {
    entriesOfTurn = undefined;
  };
  const entries = (): Map<string, Entry> => {
    if (entriesOfTurn === undefined || entriesOfTurn.size > MAX_ENTRIES) {
      entriesOfTurn = new Map();
      setImmediate(forget);
    }
    return entriesOfTurn;
  };
  return (paths, limit = defaultLimit) => {
    const resolved = new Map<string, string>();
    if (paths.length === 0) return resolved;
    if (blockedThreads >= MAX_BLOCKED_THREADS || limit <= 0) return undefined;
    const windows = platform === 'win32';
    const walk: Walk = { classify, windows, known: entries(), over: false, done: false };
    const count = resolveNow(
      paths,
      walk,
      resolved,
      limit >= longTimeout ? MAX_BLOCKING_AT_START : MAX_BLOCKING,
    );
    if (count === paths.length) return resolved;
    // Entries of slow file systems must not be reused.
    forget();
    const work = resolveInBackground(paths.slice(count), walk, resolved);
    return waitForProgress(work, limit, () => walk.known.size).then(() => {
      if (walk.done) return resolved;
      walk.over = true;
      blockedThreads += 1;
      void work.finally(() => {
        blockedThreads -= 1;
      });
      return undefined;
    });
  };
}

interface Walk extends WalkOptions {
  /** The entries that were read during this event-loop iteration. */
  readonly known: Map<string, Entry>;
  /** True if the time limit has passed. */
  over: boolean;
  /** True if every path was resolved. */
  done: boolean;
}

/**
 * Resolves paths on local file systems synchronously for at most `maxBlocking` milliseconds; returns the number of
 * resolved paths.
 */
function resolveNow(
  paths: readonly string[],
  walk: Walk,
  resolved: Map<string, string>,
  maxBlocking: number,
): number {
  if (walk.windows) return 0;
  const until = performance.now() + maxBlocking;
  for (const [index, path] of paths.entries()) {
    if (index % 16 === 15 && performance.now() > until) return index;
    const place = placeNow(path, walk);
    if (place === WAITING) return index;
    if (place !== undefined) resolved.set(path, join(place.existing, place.missing));
  }
  return paths.length;
}

const WAITING = Symbol('needs a file system that may take time');

function placeNow(path: string, walk: Walk): Place | undefined | typeof WAITING {
  const steps = walkPath(path, walk);
  let step = steps.next();
  while (step.done !== true) {
    const next = step.value;
    let entry = walk.known.get(next);
    if (entry === undefined && !walk.known.has(next)) {
      if (walk.classify(next) !== 'local') return WAITING;
      try {
        entry = readEntryNow(next);
      } catch {
        return undefined;
      }
      walk.known.set(next, entry);
    }
    step = steps.next(entry);
  }
  return step.value;
}

function readEntryNow(path: string): Entry {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : found.isSymbolicLink() ? readlinkSync(path) : null;
}

async function resolveInBackground(
  paths: readonly string[],
  walk: Walk,
  resolved: Map<string, string>,
): Promise<void> {
  for (const path of paths) {
    if (walk.over) return;
    const answer = await follow(path, walk).catch(() => undefined);
    if (answer !== undefined) resolved.set(path, answer);
  }
  walk.done = !walk.over;
}

async function follow(path: string, walk: Walk): Promise<string | undefined> {
  const steps = walkPath(path, walk);
  let step = steps.next();
  while (step.done !== true) {
    if (walk.over) return undefined;
    step = steps.next(await entryAt(step.value, walk));
  }
  const place = step.value;
  return place && join(await longName(place.existing, walk), place.missing);
}

const join = (folder: string, rest: readonly string[]): string =>
  rest.length === 0 ? folder : [folder.replace(/\/$/, ''), ...rest].join('/');

// Windows has short names such as `PROGRA~1`; only the system can convert them to long names.
async function longName(path: string, walk: Walk): Promise<string> {
  return walk.windows ? (await native(path)).replaceAll('\\', '/') : path;
}

async function entryAt(path: string, walk: Walk): Promise<Entry> {
  if (walk.known.has(path)) return walk.known.get(path);
  const found = await readEntry(path);
  walk.known.set(path, found);
  return found;
}

async function readEntry(path: string): Promise<Entry> {
  try {
    const found = await status(path);
    return found.isSymbolicLink() ? await target(path) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
