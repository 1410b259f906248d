// Finds keys that may announce a secret, such as `password` and `DB_TOKEN`, in the bytes of a message. Most messages
// contain no such key and are not searched further. The engine decides whether a value is a secret.

import { detectors, mentionsSecretUnambiguously } from '@claw/detectors';
import { decodeString } from '@claw/jsonrpc-stream';

/**
 * The words by which the assignment detectors recognize a name. A word that contains another word of the list is
 * omitted.
 */
const WORDS: readonly string[] = detectors
  .filter(({ name }) => ['password-assignment', 'key-assignment', 'authorization-header'].includes(name))
  .flatMap(({ literals }) => literals)
  .filter((word, _, all) => !all.some((other) => other !== word && word.includes(other)));

/** The words by their first letter. */
const BY_LETTER: readonly (readonly string[] | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const words = WORDS.filter((word) => word.charCodeAt(0) === code);
  return words.length === 0 ? undefined : words;
});

/** Longer keys do not name a secret. */
const MAX_KEY_LENGTH = 128;
const UPPER_TO_LOWER = 0x20;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE = 0x20;
const ASCII_END = 0x80;

/** Returns false only if a text, such as a key with its quotes, cannot announce a secret. */
export function mayAnnounceSecret(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > MAX_KEY_LENGTH) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    // Words in other languages and escaped letters are checked later.
    if (byte >= ASCII_END || byte === BACKSLASH) return true;
    const words = BY_LETTER[byte | UPPER_TO_LOWER];
    if (words !== undefined) for (const word of words) if (isWordAt(bytes, at, end, word)) return true;
  }
  return false;
}

function isWordAt(bytes: Uint8Array, at: number, end: number, word: string): boolean {
  if (at + word.length > end) return false;
  for (let index = 1; index < word.length; index += 1)
    if (((bytes[at + index] as number) | UPPER_TO_LOWER) !== word.charCodeAt(index)) return false;
  return true;
}

const WORD = new RegExp(WORDS.join('|'), 'i');
/** Matches names that contain one of the words but do not name a secret: protocol members, persons, crypto tokens. */
const OTHER_WORDS =
  /^progressToken$|author(?!i[sz])(?:s|ed)?|key(?:words?|board)|token(?=[ _-]?(?:address|mint|account|contract|symbol))/gi;
/** Matches names such as `checksum/secret`, the digest of a secret. */
const DIGEST = /checksum|digest|fingerprint/i;
const IS_FOREIGN = /[^\0-\x7f]/;
/** A name that the detectors recognize; it replaces words in other languages. */
const KNOWN_NAME = 'password';

/**
 * Returns the name by which the engine recognizes the value of a key as a secret, or undefined if the key does not
 * announce one.
 */
export function announcedName(key: string): string | undefined {
  if (DIGEST.test(key)) return undefined;
  if (WORD.test(key.replace(OTHER_WORDS, ''))) return key.replace(/\s+/g, '_');
  return IS_FOREIGN.test(key) && mentionsSecretUnambiguously(key) ? KNOWN_NAME : undefined;
}

/** Returns true for the key `value` in pairs such as `{"name":"DB_PASSWORD","value":"…"}`. */
export const isValueKey = (bytes: Uint8Array, start: number, end: number): boolean =>
  isNamed(bytes, start, end, 'value');

/** Returns true for the keys `name` and `key` in such pairs. */
export const isNameKey = (bytes: Uint8Array, start: number, end: number): boolean =>
  isNamed(bytes, start, end, 'name') || isNamed(bytes, start, end, 'key');

/** Returns true if a string token is this word, ignoring case. */
const isNamed = (bytes: Uint8Array, start: number, end: number, word: string): boolean =>
  end - start === word.length + 2 &&
  ((bytes[start + 1] as number) | UPPER_TO_LOWER) === word.charCodeAt(0) &&
  isWordAt(bytes, start + 1, end, word);

/**
 * Returns true if a key in bytes[from..to), or the value of a `name`, announces a secret. The search looks only for
 * colons, because most bytes of a message are text. A quote before a colon ends a key, unless it begins a string; in
 * that case no letters precede the quote.
 */
export function hasSecretKey(bytes: Uint8Array, from: number, to: number): boolean {
  for (
    let colon = bytes.indexOf(COLON, from);
    colon !== -1 && colon < to;
    colon = bytes.indexOf(COLON, colon + 1)
  ) {
    let end = colon;
    while ((bytes[end - 1] as number) <= SPACE) end -= 1;
    if (!isQuote(bytes, end - 1)) continue;
    const start = startOfKey(bytes, end - 1);
    if (start === undefined) continue;
    const isName = isNameKey(bytes, start, end);
    if (isName ? startsSecretName(bytes, colon + 1) : announcesSecret(bytes, start, end)) return true;
  }
  return false;
}

/**
 * Returns true if a string token announces a secret; `author` and `keywords` do not. Words in other languages are
 * left to the search of the values, which runs in slices, because recognizing such words takes longer.
 */
function announcesSecret(bytes: Uint8Array, start: number, end: number): boolean {
  if (!mayAnnounceSecret(bytes, start, end)) return false;
  const key = decodeString(bytes, { start, end });
  return IS_FOREIGN.test(key) || announcedName(key) !== undefined;
}

/** Returns the position of the opening quote of a key that ends at this quote, or undefined for a long key. */
function startOfKey(bytes: Uint8Array, last: number): number | undefined {
  const least = Math.max(0, last - MAX_KEY_LENGTH);
  for (let at = last - 1; at >= least; at -= 1) if (isQuote(bytes, at)) return at;
  return undefined;
}

/** Returns true if the value at a position is a string that may announce a secret. */
function startsSecretName(bytes: Uint8Array, from: number): boolean {
  let start = from;
  while ((bytes[start] as number) <= SPACE) start += 1;
  if (bytes[start] !== QUOTE) return false;
  const most = Math.min(bytes.length, start + MAX_KEY_LENGTH);
  for (let at = start + 1; at < most; at += 1)
    if (isQuote(bytes, at)) return announcesSecret(bytes, start, at + 1);
  return false;
}

/** Returns true for a quote that is not escaped. */
function isQuote(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== QUOTE) return false;
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 0;
}
