// Decodes escape sequences for single characters: percent-encoding, HTML entities, backslash escapes.

import { PositionMapBuilder } from '../engine/normalize/position-map.js';
import type { Decoded, Decoder } from './decoder.js';

const fromCode = (code: number): string | undefined =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;

/** Returns the value of a hexadecimal digit. The last four bits of `9` are 1001, and those of `a` are 0001. */
function hexAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code & 15) + (code > 57 ? 9 : 0);
}

function readPercent(token: string): string | undefined {
  if (token === '+') return ' ';
  // A percent sign that was encoded several times is decoded at once: `%252541` is `%41` encoded twice more.
  if (token.lastIndexOf('%') === 0)
    return String.fromCharCode(16 * hexAt(token, token.length - 2) + hexAt(token, token.length - 1));
  try {
    return decodeURIComponent(token);
  } catch {
    return undefined;
  }
}

const names: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  comma: ',',
  period: '.',
  sol: '/',
  excl: '!',
  num: '#',
  lowbar: '_',
  lsqb: '[',
  rsqb: ']',
  vert: '|',
  newline: '\n',
  tab: '\t',
};

function readEntity(
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
): string | undefined {
  if (decimal !== undefined) return fromCode(Number.parseInt(decimal, 10));
  if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
  return names[name?.toLowerCase() ?? ''];
}

function readEscape(
  four: string | undefined,
  braced: string | undefined,
  two: string | undefined,
): string | undefined {
  const code = Number.parseInt(four ?? braced ?? two ?? '', 16);
  // Each escape of a surrogate pair becomes one half of the pair; together they form the character in the decoded
  // text.
  return four === undefined ? fromCode(code) : String.fromCharCode(code);
}

const percent =
  '%(?:25){0,12}[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|(?<=[a-z])\\+(?=[a-z])';
const entity = '&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));?';
const backslash = '\\\\u([0-9a-f]{4})|\\\\u\\{([0-9a-f]{1,6})\\}|\\\\x([0-9a-f]{2})|\\\\([nrt"\\\\/])';
/**
 * Matches all kinds of escape sequences. A text that mixes them could not be decoded completely if each kind were
 * decoded separately.
 */
const tokens = new RegExp(`(${percent})|${entity}|${backslash}`, 'gi');

/** Reads only the groups that matched, because a text may consist entirely of escape sequences. */
function decodeToken(match: RegExpExecArray): string | undefined {
  const encoded = match[1];
  if (encoded !== undefined) return readPercent(encoded);
  if (match[0].charCodeAt(0) === ampersand) return readEntity(match[2], match[3], match[4]);
  const letter = match[8];
  return letter === undefined
    ? readEscape(match[5], match[6], match[7])
    : (controlCharacters[letter.toLowerCase()] ?? letter);
}

const ampersand = 38;

/** The letters that represent a control character after a backslash. Any other character represents itself. */
const controlCharacters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decodeEscapes(text: string, start: number, end: number): Decoded | undefined {
  const piece = text.slice(start, end);
  const map = new PositionMapBuilder();
  let decoded = '';
  let copied = 0;
  map.copy(0, start);
  tokens.lastIndex = 0;
  for (let match = tokens.exec(piece); match !== null; match = tokens.exec(piece)) {
    const character = decodeToken(match);
    if (character === undefined) continue;
    decoded += piece.slice(copied, match.index);
    copied = match.index + match[0].length;
    map.span(decoded.length, start + match.index, start + copied);
    decoded += character;
    map.copy(decoded.length, start + copied);
  }
  return copied === 0 ? undefined : { text: decoded + piece.slice(copied), map };
}

export const escapeDecoder: Decoder = {
  name: 'escapes',
  literals: [
    ...[...'234567cde'].map((digit) => `%${digit}`),
    ...['&#', '&lt;', '&gt;', '&quot;', '&apos;', '&nbsp;', '&colon;', '&newline;', '&tab;'],
    ...[...'0123456789d{'].map((digit) => `\\u${digit}`),
    ...['\\x', '\\n', '\\t', '\\r', '\\"'],
  ],
  windowRadius: 200,
  minimumHits: 1,
  form: 'plain',
  decode: decodeEscapes,
};
