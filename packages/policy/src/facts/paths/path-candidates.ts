// Computes all paths that a value may refer to. Each candidate is a canonical absolute path; the candidates
// differ in what was decoded before they were resolved. A restrictive rule matches if one candidate matches;
// a rule that forwards the call matches only if all candidates match.

import { decodings, foldLookAlikes, hasBrokenEscape } from '../encoding/decode.js';
import type { Links, PathEnvironment } from '../environment.js';
import { isPlainName, isPlainPath, posixPath, toAbsolute, withSlashes } from './canonical-path.js';

export interface ResolvedPath {
  readonly candidates: readonly string[];
  /** The paths that the file system should resolve, to follow links. */
  readonly pathsToResolve: readonly string[];
  /** True if the location is unknown, so that no `allow` or `log` rule matches. */
  readonly uncertain: boolean;
  /** The reason why the whole call has to be denied. */
  readonly invalidReason?: string;
}

const REMOTE = /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i;

/** Interprets a value as a path in every way that a server might, in each of its possible folders. */
export function resolvePath(text: string, environment: PathEnvironment, links?: Links): ResolvedPath {
  if (isPlainPath(text, environment)) return resolvePlain(text, false, links, environment);
  if (environment.alternatives.length === 0) return resolveIn(text, environment, links);
  return mergeResolved([environment, ...environment.alternatives].map((one) => resolveIn(text, one, links)));
}

/**
 * Merges the results for all folders. For a restrictive rule one of the paths has to match; for a rule that
 * forwards the call all of them have to.
 */
function mergeResolved(all: readonly ResolvedPath[]): ResolvedPath {
  const invalidReason = all.find((one) => one.invalidReason !== undefined)?.invalidReason;
  return {
    candidates: [...new Set(all.flatMap(({ candidates }) => candidates))],
    pathsToResolve: [...new Set(all.flatMap(({ pathsToResolve }) => pathsToResolve))],
    uncertain: all.some(({ uncertain }) => uncertain),
    ...(invalidReason !== undefined && { invalidReason }),
  };
}

function resolveIn(text: string, environment: PathEnvironment, links: Links | undefined): ResolvedPath {
  if (environment.plainCwd && isPlainName(text))
    return resolvePlain(`${environment.cwd}/${text}`, !environment.knowsCwd, links, environment);
  if (text.includes('\u0000')) return invalidPath('a path contains a NUL character');
  if (REMOTE.test(text)) return { candidates: resolveUri(text), pathsToResolve: [], uncertain: false };
  return /^\s*file:/i.test(text)
    ? resolveFileUri(text.trim(), environment, links)
    : resolveVariants(variants(text, environment), environment, links);
}

const NO_QUESTIONS: readonly string[] = [];

function resolvePlain(
  path: string,
  uncertain: boolean,
  links: Links | undefined,
  environment: PathEnvironment,
): ResolvedPath {
  const candidates = [path];
  return links === undefined
    ? { candidates, pathsToResolve: NO_QUESTIONS, uncertain }
    : followLinks(candidates, candidates, uncertain, links, environment);
}

function invalidPath(invalidReason: string): ResolvedPath {
  return { candidates: [], pathsToResolve: [], uncertain: true, invalidReason };
}

interface Variants {
  readonly texts: ReadonlySet<string>;
  readonly unclear: boolean;
}

function variants(text: string, environment: PathEnvironment): Variants {
  const { texts: decoded, unclear } = decodings(text);
  const texts = new Set<string>();
  const trimmed = text.trim();
  // Some servers remove white space around a path.
  for (const one of trimmed === text
    ? [text, ...decoded]
    : [text, trimmed, ...decoded, ...decodings(trimmed).texts]) {
    const folded = foldLookAlikes(one);
    for (const variant of one === folded ? [one] : [one, folded, ...decodings(folded).texts]) {
      texts.add(variant);
      if (!environment.windows && variant.includes('\\')) texts.add(withSlashes(variant));
    }
  }
  return { texts, unclear };
}

function resolveVariants(
  { texts, unclear }: Variants,
  environment: PathEnvironment,
  links: Links | undefined,
): ResolvedPath {
  const candidates = new Set<string>();
  const pathsToResolve = new Set<string>();
  let uncertain = unclear;
  for (const text of texts) {
    // An escaped NUL either is part of the name or ends the name.
    const end = text.indexOf('\u0000');
    if (end !== -1) uncertain = true;
    const path = toAbsolute(end === -1 ? text : text.slice(0, end), environment);
    if (end !== -1) candidates.add(toAbsolute(text.replaceAll('\u0000', ''), environment).canonical);
    candidates.add(path.canonical);
    if (environment.windows && path.canonical.includes('~')) candidates.add(expandShortNames(path.canonical));
    if (!environment.windows && /^[A-Za-z]:/.test(text))
      candidates.add(posixPath(text, environment).canonical);
    uncertain ||= path.uncertain;
    if (!path.canonical.startsWith('//')) {
      pathsToResolve.add(path.canonical);
      if (path.unresolved.includes('..')) pathsToResolve.add(path.unresolved);
    }
  }
  return followLinks([...candidates], [...pathsToResolve], uncertain, links, environment);
}

// Expands Windows short names: `SSH~1` stands for `.ssh`. Short names omit the dot and keep at most six
// letters.
function expandShortNames(path: string): string {
  return path.replace(/(?<=\/)([^/~.]{1,6})~\d(?=\/|$)/g, '.$1');
}

function followLinks(
  candidates: readonly string[],
  pathsToResolve: readonly string[],
  uncertain: boolean,
  links: Links | undefined,
  environment: PathEnvironment,
): ResolvedPath {
  if (links === undefined) return { candidates, pathsToResolve, uncertain };
  let all: Set<string> | undefined;
  let lost = uncertain;
  for (const path of pathsToResolve) {
    const answer = links.get(path);
    if (answer === undefined) lost = true;
    // Most paths are not links. For a link, the file system returns another path.
    else if (answer !== path || !candidates.includes(answer)) {
      all ??= new Set(candidates);
      all.add(toAbsolute(answer, environment).canonical);
    }
  }
  return { candidates: all === undefined ? candidates : [...all], pathsToResolve, uncertain: lost };
}

function resolveFileUri(text: string, environment: PathEnvironment, links: Links | undefined): ResolvedPath {
  if (hasBrokenEscape(text)) return invalidPath('a `file:` URI contains a broken escape');
  const rest = text.slice(5);
  const decoded = decodings(rest);
  if (decoded.texts[0]?.includes('\u0000')) return invalidPath('a path contains a NUL character');
  const texts = new Set<string>();
  for (const one of [rest, ...decoded.texts])
    for (const path of fileUriPaths(one))
      for (const variant of variants(path, environment).texts) texts.add(variant);
  const remote = /^[/\\]{2}(?!localhost(?:[/\\]|$)|[/\\]|127\.0\.0\.1[/\\]|~|\.|\$|[a-z]:)[^/\\]/i.test(rest);
  const read = resolveVariants({ texts, unclear: decoded.unclear }, environment, links);
  return remote ? { ...read, uncertain: true } : read;
}

// Returns the paths of a file URI from the text after `file:`: `///path`, `//localhost/path`, `/path`,
// `//host/share`, and the text without its slashes.
function fileUriPaths(rest: string): string[] {
  const slashed = withSlashes(rest);
  const paths = [slashed];
  if (slashed.startsWith('//')) {
    const bare = slashed.slice(2);
    const path = bare.replace(/^[^/]*/, '');
    paths.splice(0, 1, path === '' ? '/' : path);
    if (!/^(?:localhost)?(?:\/|$)/i.test(bare)) paths.push(bare, slashed);
  }
  const drives = paths.map((path) => path.replace(/^\/+(?=[A-Za-z]:)/, ''));
  return drives.flatMap((path) => (/[?#]/.test(path) ? [path, path.replace(/[?#].*$/s, '')] : [path]));
}

/** Returns the candidates of a URI that is not a path: as written, decoded, and without dot segments. */
export function resolveUri(text: string): string[] {
  const candidates = new Set<string>();
  for (const one of [text, ...decodings(text).texts]) {
    const [, scheme = '', host = '', path = ''] =
      /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#\\]*))?(.*)$/is.exec(one) ?? [];
    if (scheme === '') {
      candidates.add(one);
      continue;
    }
    const authority = /:\/\//.test(one) ? `//${host.toLowerCase()}` : '';
    const slashed = withSlashes(path);
    if (!slashed.startsWith('/')) candidates.add(scheme.toLowerCase() + authority + slashed);
    else {
      candidates.add(`${scheme.toLowerCase() + authority}/${withoutDots(slashed.slice(1))}`);
      // In a URI with a custom scheme, the first folder can be in the position of the host.
      if (authority !== '' && slashed.includes('..')) {
        const path = withoutDots(host + slashed);
        candidates.add(`${scheme.toLowerCase()}//${path}`);
        // The path leaves the base folder, which is unknown.
        if (!/^https?:$/i.test(scheme) && climbs(host + slashed)) candidates.add(`/${path}`);
      }
    }
  }
  return [...candidates];
}

/** Tests whether a path leaves the folder in which it starts: `a/../../b`. */
function climbs(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
