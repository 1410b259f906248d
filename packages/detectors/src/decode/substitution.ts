// Encodings that replace single characters and leave the rest readable: percent, HTML entities, backslash escapes.

import { PositionMapBuilder } from '../engine/position-map.js';
import type { Decoded, Decoder } from './decoder.js';

const fromCode = (code: number): string | undefined =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;

/** A hexadecimal digit: `9` ends in 1001, and `a` in 0001. */
function hexAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code & 15) + (code > 57 ? 9 : 0);
}

function readPercent(token: string): string | undefined {
  if (token === '+') return ' ';
  // `%252541` is `%41` twice over: the percent sign itself, encoded again and again, is read at once.
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
  // Halves of a pair come as two escapes; each is kept and they meet in the decoded text.
  return four === undefined ? fromCode(code) : String.fromCharCode(code);
}

const percent =
  '%(?:25){0,12}[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|(?<=[a-z])\\+(?=[a-z])';
const entity = '&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));?';
const backslash = '\\\\u([0-9a-f]{4})|\\\\u\\{([0-9a-f]{1,6})\\}|\\\\x([0-9a-f]{2})|\\\\([nrt"\\\\/])';
/** All in one reading: who mixes them would otherwise be read three times and never whole. */
const tokens = new RegExp(`(${percent})|${entity}|${backslash}`, 'gi');

/** Nothing is taken apart that is not needed: a text can be nothing but tokens. */
function read(match: RegExpExecArray): string | undefined {
  const encoded = match[1];
  if (encoded !== undefined) return readPercent(encoded);
  if (match[0].charCodeAt(0) === ampersand) return readEntity(match[2], match[3], match[4]);
  const letter = match[8];
  return letter === undefined
    ? readEscape(match[5], match[6], match[7])
    : (signs[letter.toLowerCase()] ?? letter);
}

const ampersand = 38;

/** What stands for itself behind a backslash is not listed. */
const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function substitute(text: string, start: number, end: number): Decoded | undefined {
  const piece = text.slice(start, end);
  const map = new PositionMapBuilder();
  let decoded = '';
  let copied = 0;
  map.copy(0, start);
  tokens.lastIndex = 0;
  for (let match = tokens.exec(piece); match !== null; match = tokens.exec(piece)) {
    const form = read(match);
    if (form === undefined) continue;
    decoded += piece.slice(copied, match.index);
    copied = match.index + match[0].length;
    map.span(decoded.length, start + match.index, start + copied);
    decoded += form;
    map.copy(decoded.length, start + copied);
  }
  return copied === 0 ? undefined : { text: decoded + piece.slice(copied), map };
}

export const substitutionDecoder: Decoder = {
  name: 'substitution',
  literals: [
    ...[...'234567cde'].map((digit) => `%${digit}`),
    ...['&#', '&lt;', '&gt;', '&quot;', '&apos;', '&nbsp;', '&colon;', '&newline;', '&tab;'],
    ...[...'0123456789d{'].map((digit) => `\\u${digit}`),
    ...['\\x', '\\n', '\\t', '\\r', '\\"'],
  ],
  reach: 200,
  enough: 1,
  reading: 'plain',
  decode: substitute,
};
