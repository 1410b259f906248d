// Converts a path to its canonical form: absolute, with `/` as separator, without `.`, `..`, `//` or a
// trailing slash, with one notation for drives and long paths, in NFC, and case-folded on systems that ignore
// case. The conversion only uses the text; links are resolved later.
import { foldCase } from '../encoding/decode.js';
import type { PathEnvironment } from '../environment.js';

/** An absolute path in two forms. */
export interface AbsolutePath {
  /** The path before `..` is resolved, in the order in which the kernel resolves its parts. */
  readonly unresolved: string;
  readonly canonical: string;
  /** True if the target is unknown: `~user`, a drive on a system without drives, another machine, … */
  readonly uncertain: boolean;
}

const HOME =
  /^(?:~(?=[/\\]|$)|\$HOME(?![A-Za-z0-9_])|\$\{HOME\}|\$env:USERPROFILE(?![A-Za-z0-9_])|\$env:HOME(?![A-Za-z0-9_])|%USERPROFILE%|%HOMEDRIVE%%HOMEPATH%|%HOMEPATH%)/i;
const APPLICATION_DATA = /^(?:%(LOCAL)?APPDATA%|\$env:(LOCAL)?APPDATA(?![A-Za-z0-9_]))/i;

// The default locations of system folders.
const SYSTEM_FOLDERS: Readonly<Record<string, string>> = {
  systemroot: 'C:/Windows',
  windir: 'C:/Windows',
  systemdrive: 'C:',
  programdata: 'C:/ProgramData',
  allusersprofile: 'C:/ProgramData',
  programfiles: 'C:/Program Files',
  public: 'C:/Users/Public',
};
const SYSTEM_FOLDER = new RegExp(
  `^(?:%(${Object.keys(SYSTEM_FOLDERS).join('|')})%|\\$env:(${Object.keys(SYSTEM_FOLDERS).join('|')})(?![A-Za-z0-9_]))`,
  'i',
);

/** Makes a path absolute and canonical. Escapes in the text are not decoded. */
export function toAbsolute(text: string, environment: PathEnvironment): AbsolutePath {
  const expanded = expandHome(text, environment);
  return environment.windows || /^[A-Za-z]:/.test(expanded)
    ? windowsPath(expanded, environment)
    : posixPath(expanded, environment);
}

function expandHome(text: string, environment: PathEnvironment): string {
  const { home } = environment;
  if (home === undefined) return text;
  const own = /[^/\\]*$/.exec(home)?.[0] ?? '';
  const named = own !== '' && text.startsWith(`~${own}`) && /^(?:[/\\]|$)/.test(text.slice(own.length + 1));
  const expanded = named ? home + text.slice(own.length + 1) : text.replace(HOME, () => home);
  return environment.windows
    ? expanded
        .replace(
          APPLICATION_DATA,
          (_, a, b) => `${home}/AppData/${a === undefined && b === undefined ? 'Roaming' : 'Local'}`,
        )
        .replace(SYSTEM_FOLDER, (_, a, b) => SYSTEM_FOLDERS[String(a ?? b).toLowerCase()] ?? '')
    : expanded;
}

/**
 * Converts the path on a system without drives. There, the name of a drive is the start of a relative name.
 */
export function posixPath(text: string, environment: PathEnvironment): AbsolutePath {
  const absolute = text.startsWith('/');
  const given = absolute ? text : `${environment.cwd}/${text}`;
  const unresolved =
    environment.darwin || !given.startsWith('/proc') ? given : resolveProcLinks(given, environment);
  // The home folder of another user (`~name`) is unknown, and an unknown variable can have any value.
  const unknown = /^(?:~|\$[A-Za-z_{(]|%[A-Za-z_]+%)/.test(text);
  const canonical = normalizePath(resolveDots(unresolved, ''), environment);
  return {
    unresolved,
    canonical: replaceAliases(canonical, environment),
    uncertain: unknown || !(absolute || environment.knowsCwd),
  };
}

// Replaces other names that the system provides for the same folder.
function replaceAliases(path: string, environment: PathEnvironment): string {
  if (environment.darwin) {
    const data = path.replace(/^\/system\/volumes\/data(?=\/)/i, '');
    return data.replace(/^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/i, '');
  }
  return path.startsWith('/proc/') ? resolveProcLinks(path, environment) : path;
}

// Resolves `/proc/self/root` and `/proc/self/cwd`. These links always exist, and `..` after them starts at
// their target.
function resolveProcLinks(path: string, environment: PathEnvironment): string {
  const atRoot = environment.cwd === '/';
  let at = 0;
  // The links can be repeated any number of times.
  for (;;) {
    PROC_LINK.lastIndex = at;
    const kind = PROC_LINK.exec(path)?.[1];
    if (kind === undefined) return at === 0 ? path : path.slice(at) || '/';
    at = PROC_LINK.lastIndex;
    if (kind === 'cwd' && !atRoot) return environment.cwd + path.slice(at);
  }
}

const PROC_LINK = /\/proc\/+(?:self|thread-self|\d+)(?:\/+task\/+\d+)?\/+(root|cwd)(?=\/|$)/y;

function windowsPath(text: string, environment: PathEnvironment): AbsolutePath {
  const path = withSlashes(text)
    .replace(/^\/\/[?.]\/UNC\//i, '//')
    .replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, '');
  const share = /^\/\/(?:localhost|127\.0\.0\.1|\[?::1\]?)\/([A-Za-z])\$(?=\/|$)/i.exec(path);
  if (share !== null) return windowsPath(`${share[1]}:${path.slice(share[0].length) || '/'}`, environment);
  if (environment.windows && path.startsWith('//')) return finish(path, '//', 2, true, environment);
  const drive = /^([A-Za-z]):/.exec(path)?.[1];
  if (drive === undefined) {
    const unknown = /^(?:~|%[A-Za-z_]+%|\$[A-Za-z_{(])/.test(path);
    const base = path.startsWith('/') ? environment.cwd.slice(0, 2) : `${environment.cwd}/`;
    const joined = base + path;
    return finish(
      joined,
      `${joined.slice(0, 2)}/`,
      3,
      unknown || !(path.startsWith('/') || environment.knowsCwd),
      environment,
    );
  }
  // `C:name` is relative to the current folder of that drive. Only the server process knows this folder.
  const rooted = path[2] === '/';
  return finish(
    rooted ? path : `${drive}:/${path.slice(2)}`,
    `${drive}:/`,
    3,
    !rooted || !environment.windows,
    environment,
  );
}

function finish(
  path: string,
  root: string,
  skip: number,
  uncertain: boolean,
  environment: PathEnvironment,
): AbsolutePath {
  const rest = path.slice(skip).split('/').map(windowsName).join('/');
  const canonical = normalizePath((root + resolveDots(rest, '').slice(1)).replace(/(?<=[^:/])\/$/, ''), {
    ...environment,
    ignoresCase: true,
  });
  // Only the file system can resolve a short name (`PROGRA~1`).
  return { unresolved: path, canonical, uncertain: uncertain || /~\d(?:\.|\/|$)/.test(canonical) };
}

// Normalizes a file name as Windows does: removes trailing dots and spaces, and the name of a stream after a
// colon.
function windowsName(name: string): string {
  if (name === '.' || name === '..') return name;
  const colon = name.indexOf(':');
  return (colon > 0 ? name.slice(0, colon) : name).replace(/[. ]+$/, '') || (name === '' ? '' : '.');
}

/** Resolves `.`, `..` and repeated slashes of a path below `root`. Removed parts are never copied. */
function resolveDots(path: string, root: string): string {
  // A single search shows whether anything has to be resolved, so that most long paths need not be split into
  // parts.
  if (root === '' && path.length > 1 && path.startsWith('/') && !UNRESOLVED.test(path))
    return path.endsWith('/') ? path.slice(0, -1) : path;
  const kept: number[] = [];
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const dots = isDots(path, start, end);
    if (dots === 2) kept.length = Math.max(0, kept.length - 2);
    else if (dots === 0 && end > start) kept.push(start, end);
    start = end + 1;
  }
  if (kept.length === 0) return `${root}/`;
  // Adjacent parts are copied together, so that a long path without dots is copied at once.
  const parts: string[] = [root];
  for (let at = 0; at < kept.length; ) {
    const start = kept[at];
    while (at + 2 < kept.length && kept[at + 2] === (kept[at + 1] ?? 0) + 1) at += 2;
    parts.push(path.slice(start, kept[at + 1]));
    at += 2;
  }
  return parts.join('/');
}

const UNRESOLVED = /\/(?:\.{0,2}\/|\.{1,2}$)/;

function isDots(path: string, start: number, end: number): 0 | 1 | 2 {
  const length = end - start;
  if (length === 0 || length > 2 || path.charCodeAt(start) !== 46) return 0;
  if (length === 1) return 1;
  return path.charCodeAt(start + 1) === 46 ? 2 : 0;
}

/**
 * Replaces every `\` by `/`. Splitting and joining takes linear time; `replaceAll` allocates memory for each
 * replacement.
 */
export function withSlashes(text: string): string {
  return text.includes('\\') ? text.split('\\').join('/') : text;
}

function normalizePath(path: string, environment: PathEnvironment): string {
  const normal = isAscii(path) ? path : path.normalize('NFC');
  return environment.ignoresCase ? foldCase(normal).normalize('NFC') : normal;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Tests whether a text is already canonical, as most paths are. Such a path needs no further processing. */
export function isPlainPath(text: string, environment: PathEnvironment): boolean {
  if (environment.windows || environment.darwin || text.charCodeAt(0) !== 47 || text.length < 2) return false;
  let previous = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `%`, `\`, control and non-ASCII characters, `//` and `/.` require further processing.
    if (code > 126 || code < 32 || code === 37 || code === 92) return false;
    if (previous === 47 && (code === 47 || (code === 46 && isDotPart(text, at)))) return false;
    if (environment.ignoresCase && code >= 65 && code <= 90) return false;
    previous = code;
  }
  return previous !== 47 && previous !== 32 && !text.startsWith('/proc/');
}

function isDotPart(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (Number.isNaN(next) || next === 47) return true;
  return next === 46 && (at + 2 === text.length || text.charCodeAt(at + 2) === 47);
}

/**
 * Tests whether a word is a relative name of plain characters, as most words of a command are. Such a name
 * has only one interpretation.
 */
export function isPlainName(text: string): boolean {
  const { length } = text;
  const first = text.charCodeAt(0);
  if (length === 0 || length > 512 || first === 126 || first === 36) return false;
  let previous = 47;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    // `%`, `:`, `\`, control and non-ASCII characters can have different meanings in different
    // interpretations.
    if (code < 32 || code > 126 || code === 37 || code === 58 || code === 92) return false;
    if (previous === 47 && (code === 47 || (code === 46 && isDotPart(text, at)))) return false;
    previous = code;
  }
  return previous !== 47 && previous !== 32 && text.charCodeAt(0) !== 32;
}
