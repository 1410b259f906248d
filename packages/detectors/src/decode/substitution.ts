// Encodings that replace single characters and leave the rest readable: percent, HTML entities, backslash escapes.

import { PositionMapBuilder } from '../engine/position-map.js';
import type { Decoded, Decoder } from './decoder.js';

interface Substitution {
  readonly name: string;
  readonly literals: readonly string[];
  readonly enough: number;
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => string | undefined;
}

const fromCode = (code: number): string | undefined =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;

function readPercent([token]: RegExpExecArray): string | undefined {
  if (token === '+') return ' ';
  if (token.length === 3) return String.fromCharCode(Number.parseInt(token.slice(1), 16));
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

function readEntity([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (decimal !== undefined) return fromCode(Number.parseInt(decimal, 10));
  if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
  return names[name?.toLowerCase() ?? ''];
}

function readEscape([, four, braced, two]: RegExpExecArray): string | undefined {
  const code = Number.parseInt(four ?? braced ?? two ?? '', 16);
  // Halves of a pair come as two escapes; each is kept and they meet in the decoded text.
  return four === undefined ? fromCode(code) : String.fromCharCode(code);
}

const substitutions: readonly Substitution[] = [
  {
    name: 'percent',
    literals: ['%2', '%3', '%4', '%5', '%6', '%7', '%c', '%d', '%e'],
    enough: 3,
    pattern:
      /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|\+/gi,
    read: readPercent,
  },
  {
    name: 'entities',
    literals: ['&#', '&lt;', '&gt;', '&quot;', '&apos;', '&nbsp;', '&colon;'],
    enough: 2,
    pattern: /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));?/gi,
    read: readEntity,
  },
  {
    name: 'escapes',
    literals: [
      '\\u0',
      '\\u1',
      '\\u2',
      '\\u3',
      '\\u4',
      '\\u5',
      '\\u6',
      '\\u7',
      '\\u8',
      '\\u9',
      '\\ud',
      '\\u{',
      '\\x',
    ],
    enough: 2,
    pattern: /\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})/gi,
    read: readEscape,
  },
];

function substitute(
  text: string,
  start: number,
  end: number,
  substitution: Substitution,
): Decoded | undefined {
  const piece = text.slice(start, end);
  const map = new PositionMapBuilder();
  let decoded = '';
  let copied = 0;
  map.copy(0, start);
  for (const match of piece.matchAll(substitution.pattern)) {
    const form = substitution.read(match);
    if (form === undefined) continue;
    decoded += piece.slice(copied, match.index);
    copied = match.index + match[0].length;
    map.span(decoded.length, start + match.index, start + copied);
    decoded += form;
    map.copy(decoded.length, start + copied);
  }
  return copied === 0 ? undefined : { text: decoded + piece.slice(copied), map };
}

export const substitutionDecoders: readonly Decoder[] = substitutions.map((substitution) => ({
  name: substitution.name,
  literals: substitution.literals,
  enough: substitution.enough,
  reach: 512,
  reading: 'plain',
  decode: (text, start, end) => substitute(text, start, end, substitution),
}));
