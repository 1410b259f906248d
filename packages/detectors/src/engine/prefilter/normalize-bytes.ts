// A stretch of bytes as the engine would read it after folding, as long as that is ASCII: accented Latin letters lose their
// accents, typographic signs become plain ones, and the escapes of a JSON string are resolved. Anything else is not
// understood here.

import { confusables } from '../normalize/confusables.js';
import { normalizeUnit } from '../normalize/normalize-character.js';

/** What a stretch is: characters as they stand, or the inside of a JSON string. */
export type ByteFormat = 'text' | 'json';

const firstUnknown = 0x2100;
const forms: (Uint8Array | null | undefined)[] = [];
/** The longest form of any character that is understood. */
const longestForm = 3;

/** Where readings are written. Another one for each long answer would pile up until the next collection of the garbage. */
let shared = new Uint8Array(65_536);
/** Longer readings are rare, and their place is not kept. */
const longestKept = 4_194_304;

function bufferFor(length: number): Uint8Array {
  if (length > longestKept) return new Uint8Array(length);
  if (shared.length < length) shared = new Uint8Array(Math.min(longestKept, 2 * length));
  return shared;
}

/**
 * The bytes of the folded text, or `undefined` when the stretch holds what only the engine can read. They are good until the
 * next reading, which may be one of themselves.
 */
export function normalizeBytes(
  bytes: Uint8Array,
  spelling: ByteFormat,
  folds: boolean,
): Uint8Array | undefined {
  const end = bytes.length;
  // INVARIANT: a character of two bytes becomes two at most, one of three bytes or an escape three at most, so that nothing is
  // written over what is still to be read.
  const plain = bufferFor(end);
  let length = 0;
  for (let at = 0; at < end; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80 && (byte !== 92 || spelling === 'text')) {
      plain[length] = byte;
      length += 1;
      at += 1;
      continue;
    }
    const [code, width] = byte === 92 ? readEscape(bytes, at, end) : readCharacter(bytes, at, end);
    const form = folds || code < 0x80 ? formOf(code) : undefined;
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
    const folded = normalizeUnit(code);
    const isPlain =
      folded !== '' && folded.length <= longestForm && !confusables.has(code) && !/[^\0-\x7f]/.test(folded);
    form = isPlain ? Uint8Array.from(folded, (unit) => unit.charCodeAt(0)) : null;
    forms[code] = form;
  }
  return form ?? undefined;
}

type Character = readonly [code: number, width: number];
const unknown: Character = [-1, 1];
const backslash: Character = [92, 1];

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

const signs = new Map(
  Object.entries({
    '"': '"',
    '/': '/',
    '\\': '\\',
    n: '\n',
    r: '\r',
    t: '\t',
    N: '\n',
    R: '\r',
    T: '\t',
  }).map(([letter, meaning]) => [letter.charCodeAt(0), meaning.charCodeAt(0)] as const),
);

/** An escape that the engine resolves, in the same way; a backslash that stands for itself; or what JSON alone knows. */
function readEscape(bytes: Uint8Array, at: number, end: number): Character {
  const letter = at + 1 < end ? (bytes[at + 1] as number) : 0;
  const meaning = signs.get(letter);
  if (meaning !== undefined) return [meaning, 2];
  const lower = letter | 32;
  if (lower === 98 || lower === 102 || lower === 120) return unknown; // b f x
  if (lower !== 117) return backslash;
  if (at + 6 > end) return unknown;
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

/** Whether a stretch with escapes also holds other encodings that the engine resolves beside them, and nowhere else. */
export function hasOtherEscapes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    const next = bytes[at + 1] ?? 0;
    if (byte === 37 && hexOf(next) >= 0) return true; // %
    if (byte === 38 && (next === 35 || isLetter(next))) return true; // &
    if (byte === 43 && isLetter(next) && isLetter(bytes[at - 1] ?? 0)) return true; // +
  }
  return false;
}

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;
