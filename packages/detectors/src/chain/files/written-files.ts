// Stores written files, and tests whether a file that is run was written before.

import { hasWildcard, matchesGlob } from '../glob.js';
import { type ChainState, isRecent, type LabelledStep } from '../state.js';
import { truncatePath } from './normalize-path.js';

const MAX_NAMES = 2000;
const MAX_FILES = 8;
const MAX_PATTERNS = 32;
/**
 * The maximum number of additional names. A generator may write tens of thousands of files; only four bytes are
 * stored for each name beyond `MAX_NAMES`.
 */
const MAX_FURTHER_NAMES = 50_000;

/** Stores written files. Beyond the limits, less precise information is stored for the same time. */
export function recordWrittenFiles(
  state: ChainState,
  paths: readonly string[],
  mark: LabelledStep,
  window: number,
): void {
  for (const path of paths) {
    const name = baseName(path);
    if (name === '') continue;
    if (!state.written.has(name) && state.written.size >= MAX_NAMES) removeExpired(state, mark.time, window);
    if (!state.written.has(name) && state.written.size >= MAX_NAMES) {
      addFurtherName(state, name, mark.time, window);
      continue;
    }
    const entry = state.written.get(name) ?? { files: new Map(), matchAnyUntil: Number.NEGATIVE_INFINITY };
    state.written.set(name, entry);
    const kept = truncatePath(path);
    if (entry.files.has(kept) || entry.files.size < MAX_FILES) entry.files.set(kept, mark);
    else {
      entry.matchAnyUntil = mark.time + window;
      entry.files.set(oldest(entry.files), mark);
    }
  }
}

/** Returns the call that recently wrote one of these files. */
export function findWriter(
  state: ChainState,
  paths: readonly string[],
  now: number,
  window: number,
): { readonly path: string; readonly mark: LabelledStep | undefined } | undefined {
  let patterns = 0;
  for (const path of paths) {
    const name = baseName(path);
    if (name === '') continue;
    if (now <= state.matchAnyFileUntil) return { path, mark: undefined };
    if (wasFurtherName(state, name, now)) return { path, mark: undefined };
    if (hasWildcard(name)) patterns += 1;
    // Additional wildcards are treated like `*`, because matching each of them would take too long.
    const pattern = patterns > MAX_PATTERNS ? '*' : name;
    const like = hasWildcard(name) ? findByPattern(state, pattern, now, window) : undefined;
    if (like !== undefined) return { path, mark: like };
    const entry = state.written.get(name);
    if (entry === undefined) continue;
    for (const [file, mark] of entry.files)
      if (
        isRecent(mark.time, now, window) &&
        (now <= entry.matchAnyUntil || isSameFile(file, truncatePath(path)))
      )
        return { path, mark };
  }
  return undefined;
}

function addFurtherName(state: ChainState, name: string, now: number, window: number): void {
  if (now > state.furtherUntil) state.furtherNames.clear();
  state.furtherUntil = now + window;
  if (state.furtherNames.size < MAX_FURTHER_NAMES) state.furtherNames.add(hashName(name));
  else state.matchAnyFileUntil = now + window;
}

/** Tests whether a file with this name may be among the files for which only a hash of the name is stored. */
const wasFurtherName = ({ furtherNames, furtherUntil }: ChainState, name: string, now: number): boolean =>
  furtherNames.size > 0 &&
  isRecent(furtherUntil, now, 0) &&
  (hasWildcard(name) || furtherNames.has(hashName(name)));

/** Returns a 32-bit hash (FNV-1a). If two names have the same hash, the only effect is an unnecessary approval. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash;
}

/** Returns the call that wrote a file that matches a wildcard such as `*.sh`, in any folder. */
function findByPattern(
  state: ChainState,
  pattern: string,
  now: number,
  window: number,
): LabelledStep | undefined {
  for (const [name, { files }] of state.written)
    if (matchesGlob(pattern, name))
      for (const mark of files.values()) if (isRecent(mark.time, now, window)) return mark;
  return undefined;
}

/** Tests whether two paths can be the same file. A relative path matches any path that ends with it. */
function isSameFile(one: string, other: string): boolean {
  const [left, right] = [withoutHome(one), withoutHome(other)];
  if (isAbsolute(left) && isAbsolute(right)) return left === right;
  const [longer, shorter] = left.length >= right.length ? [left, right] : [right, left];
  return (
    longer === shorter || (!isAbsolute(shorter) && longer.endsWith(`/${shorter.replace(/^(?:\.\.\/)+/, '')}`))
  );
}

const isAbsolute = (path: string): boolean => /^(?:\/|[a-z]:)/.test(path);
const withoutHome = (path: string): string => path.replace(/^(?:~[^/]*|\$\{?home\}?|%userprofile%)\//, '');
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function oldest(files: ReadonlyMap<string, LabelledStep>): string {
  let found = '';
  let time = Number.POSITIVE_INFINITY;
  for (const [file, mark] of files) if (mark.time < time) [found, time] = [file, mark.time];
  return found;
}

/** Removes expired names. Searching all names is expensive, so it happens at most ten times per window. */
function removeExpired(state: ChainState, now: number, window: number): void {
  if (now < state.nextCleanup) return;
  state.nextCleanup = now + window / 10;
  for (const [name, { files, matchAnyUntil }] of state.written)
    if (now > matchAnyUntil && [...files.values()].every(({ time }) => !isRecent(time, now, window)))
      state.written.delete(name);
}
