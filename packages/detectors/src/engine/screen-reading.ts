// A stretch of bytes as the engine would read it after folding, as long as that is ASCII: accented Latin letters lose their
// accents, typographic signs become plain ones, and the escapes of a JSON string are resolved. Anything else is not
// understood here.

import { foldUnit } from './fold-unit.js';
import { lookAlikes } from './look-alikes.js';

/** What a stretch is: characters as they stand, or the inside of a JSON string. */
export type Spelling = 'text' | 'json';

const firstUnknown = 0x2100;
const forms: (Uint8Array | null | undefined)[] = [];
/** The longest form of any character that is understood. */
export const longestForm = 3;

/** The bytes of the folded text, or `undefined` when the stretch holds what only the engine can read. */
export function readPlain(
  bytes: Uint8Array,
  start: number,
  end: number,
  spelling: Spelling,
): Uint8Array | undefined {
  // A character of two bytes becomes two at most, one of three bytes or an escape three at most.
  const plain = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80 && (byte !== 92 || spelling === 'text')) {
      plain[length] = byte;
      length += 1;
      at += 1;
      continue;
    }
    const [code, width] = byte === 92 ? readEscape(bytes, at, end) : readCharacter(bytes, at, end);
    const form = formOf(code);
    if (form === undefined || form.length > width) return undefined;
    plain.set(form, length);
    length += form.length;
    at += width;
  }
  return plain.subarray(0, length);
}

function formOf(code: number): Uint8Array | undefined {
  if (code < 0 || code >= firstUnknown) return undefined;
  let form = forms[code];
  if (form === undefined) {
    const folded = foldUnit(code);
    const isPlain =
      folded !== '' && folded.length <= longestForm && !lookAlikes.has(code) && !/[^\0-\x7f]/.test(folded);
    form = isPlain ? Uint8Array.from(folded, (unit) => unit.charCodeAt(0)) : null;
    forms[code] = form;
  }
  return form ?? undefined;
}

type Character = readonly [code: number, width: number];
const unknown: Character = [-1, 1];

/** A character of two or three bytes; what UTF-8 does not allow is unknown. */
function readCharacter(bytes: Uint8Array, at: number, end: number): Character {
  const lead = bytes[at] as number;
  const second = at + 1 < end ? (bytes[at + 1] as number) ^ 0x80 : 0xff;
  if (second > 0x3f) return unknown;
  if (lead >= 0xc2 && lead < 0xe0) return [((lead & 31) << 6) | second, 2];
  const third = at + 2 < end ? (bytes[at + 2] as number) ^ 0x80 : 0xff;
  if ((lead & 0xf0) !== 0xe0 || third > 0x3f) return unknown;
  const code = ((lead & 15) << 12) | (second << 6) | third;
  return code < 0x800 ? unknown : [code, 3];
}

const short = new Map(
  Object.entries({ '"': '"', '/': '/', '\\': '\\', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meaning]) => [letter.charCodeAt(0), meaning.charCodeAt(0)] as const,
  ),
);

function readEscape(bytes: Uint8Array, at: number, end: number): Character {
  const letter = at + 1 < end ? (bytes[at + 1] as number) : -1;
  const meaning = short.get(letter);
  if (meaning !== undefined) return [meaning, 2];
  if (letter !== 117 || at + 6 > end) return unknown;
  let code = 0;
  for (let index = at + 2; index < at + 6; index += 1) {
    const digit = hexOf(bytes[index] as number);
    if (digit < 0) return unknown;
    code = code * 16 + digit;
  }
  return [code, 6];
}

function hexOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
