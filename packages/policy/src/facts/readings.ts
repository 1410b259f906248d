// Everything that one path value may mean: each reading is a canonical absolute path, and they differ only in what was
// decoded before resolving. A rule that refuses needs one of them, a rule that forwards needs all.
import { isPlainName, isPlainPath, posixPath, toAbsolute, withSlashes } from './canonical.js';
import { decodings, foldLookAlikes, hasBrokenEscape } from './decode.js';
import type { Links, Place } from './environment.js';

export interface PathReading {
  readonly readings: readonly string[];
  /** What to ask the file system about, to learn where links lead. */
  readonly questions: readonly string[];
  /** Not known to be inside anything: no `allow` or `log` matches. */
  readonly outside: boolean;
  /** Why the whole call has to be refused. */
  readonly refusal?: string;
}

const REMOTE = /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i;

/** Reads a value as a path in every way that a server might, in every folder in which it might. */
export function readPath(text: string, place: Place, links?: Links): PathReading {
  if (isPlainPath(text, place)) return readPlain(text, false, links, place);
  if (place.others.length === 0) return readIn(text, place, links);
  return together([place, ...place.others].map((one) => readIn(text, one, links)));
}

/** What is meant somewhere counts for rules that refuse; rules that forward have to know all of it. */
function together(all: readonly PathReading[]): PathReading {
  const refusal = all.find((one) => one.refusal !== undefined)?.refusal;
  return {
    readings: [...new Set(all.flatMap(({ readings }) => readings))],
    questions: [...new Set(all.flatMap(({ questions }) => questions))],
    outside: all.some(({ outside }) => outside),
    ...(refusal !== undefined && { refusal }),
  };
}

function readIn(text: string, place: Place, links: Links | undefined): PathReading {
  if (place.plainCwd && isPlainName(text))
    return readPlain(`${place.cwd}/${text}`, !place.knowsCwd, links, place);
  if (text.includes('\u0000')) return refused('a path contains a NUL character');
  if (REMOTE.test(text)) return { readings: readUri(text), questions: [], outside: false };
  return /^\s*file:/i.test(text)
    ? readFileUri(text.trim(), place, links)
    : readTexts(variants(text, place), place, links);
}

const NO_QUESTIONS: readonly string[] = [];

function readPlain(path: string, outside: boolean, links: Links | undefined, place: Place): PathReading {
  const readings = [path];
  return links === undefined
    ? { readings, questions: NO_QUESTIONS, outside }
    : followed(readings, readings, outside, links, place);
}

function refused(refusal: string): PathReading {
  return { readings: [], questions: [], outside: true, refusal };
}

interface Variants {
  readonly texts: ReadonlySet<string>;
  readonly deep: boolean;
}

function variants(text: string, place: Place): Variants {
  const { texts: decoded, deep } = decodings(text);
  const texts = new Set<string>();
  const trimmed = text.trim();
  // Some servers cut off white space around a path.
  for (const one of trimmed === text
    ? [text, ...decoded]
    : [text, trimmed, ...decoded, ...decodings(trimmed).texts]) {
    const folded = foldLookAlikes(one);
    for (const look of one === folded ? [one] : [one, folded, ...decodings(folded).texts]) {
      texts.add(look);
      if (!place.windows && look.includes('\\')) texts.add(withSlashes(look));
    }
  }
  return { texts, deep };
}

function readTexts({ texts, deep }: Variants, place: Place, links: Links | undefined): PathReading {
  const readings = new Set<string>();
  const questions = new Set<string>();
  let outside = deep;
  for (const text of texts) {
    // An escaped NUL is text in one reading; in another the name ends there.
    const end = text.indexOf('\u0000');
    if (end !== -1) outside = true;
    const path = toAbsolute(end === -1 ? text : text.slice(0, end), place);
    if (end !== -1) readings.add(toAbsolute(text.replaceAll('\u0000', ''), place).canonical);
    readings.add(path.canonical);
    if (place.windows && path.canonical.includes('~')) readings.add(withoutShortNames(path.canonical));
    if (!place.windows && /^[A-Za-z]:/.test(text)) readings.add(posixPath(text, place).canonical);
    outside ||= path.outside;
    if (!path.canonical.startsWith('//')) {
      questions.add(path.canonical);
      if (path.walked.includes('..')) questions.add(path.walked);
    }
  }
  return followed([...readings], [...questions], outside, links, place);
}

// `SSH~1` is what Windows calls `.ssh` for old programs: the dot is left out, and of longer names all but six letters.
function withoutShortNames(path: string): string {
  return path.replace(/(?<=\/)([^/~.]{1,6})~\d(?=\/|$)/g, '.$1');
}

function followed(
  readings: readonly string[],
  questions: readonly string[],
  outside: boolean,
  links: Links | undefined,
  place: Place,
): PathReading {
  if (links === undefined) return { readings, questions, outside };
  let all: Set<string> | undefined;
  let lost = outside;
  for (const question of questions) {
    const answer = links.get(question);
    if (answer === undefined) lost = true;
    // Most paths lead to themselves. Where one leads elsewhere, the file system answers in its own spelling.
    else if (answer !== question || !readings.includes(answer)) {
      all ??= new Set(readings);
      all.add(toAbsolute(answer, place).canonical);
    }
  }
  return { readings: all === undefined ? readings : [...all], questions, outside: lost };
}

function readFileUri(text: string, place: Place, links: Links | undefined): PathReading {
  if (hasBrokenEscape(text)) return refused('a `file:` URI contains a broken escape');
  const rest = text.slice(5);
  const decoded = decodings(rest);
  if (decoded.texts[0]?.includes('\u0000')) return refused('a path contains a NUL character');
  const texts = new Set<string>();
  for (const one of [rest, ...decoded.texts])
    for (const path of fileUriPaths(one)) for (const look of variants(path, place).texts) texts.add(look);
  const remote = /^[/\\]{2}(?!localhost(?:[/\\]|$)|[/\\]|127\.0\.0\.1[/\\]|~|\.|\$|[a-z]:)[^/\\]/i.test(rest);
  const read = readTexts({ texts, deep: decoded.deep }, place, links);
  return remote ? { ...read, outside: true } : read;
}

// `///path`, `//localhost/path`, `/path`, `//host/share`, and what is left when somebody just cuts off `file://`.
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

/** The readings of a URI that is no path: as it stands, decoded, and without dot segments. */
export function readUri(text: string): string[] {
  const readings = new Set<string>();
  for (const one of [text, ...decodings(text).texts]) {
    const [, scheme = '', host = '', path = ''] =
      /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#\\]*))?(.*)$/is.exec(one) ?? [];
    if (scheme === '') {
      readings.add(one);
      continue;
    }
    const authority = /:\/\//.test(one) ? `//${host.toLowerCase()}` : '';
    const slashed = withSlashes(path);
    if (!slashed.startsWith('/')) readings.add(scheme.toLowerCase() + authority + slashed);
    else {
      readings.add(`${scheme.toLowerCase() + authority}/${withoutDots(slashed.slice(1))}`);
      // In a scheme of a server's own, what stands where a host would may be just the first folder.
      if (authority !== '' && slashed.includes('..'))
        readings.add(`${scheme.toLowerCase()}//${withoutDots(host + slashed)}`);
    }
  }
  return [...readings];
}

function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
