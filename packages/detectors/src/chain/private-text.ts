// Detects whether a call sends private text: searches outgoing text for fingerprints of parts of a text that was
// read, even if the text is encoded, reversed or split. The text cannot be recovered from its fingerprints.

import type { ChainState } from './state.js';

/** The number of letters and digits in a part of a text. */
const LENGTH = 8;
/** The maximum number of fingerprints. The oldest fingerprints are removed first. */
const MAX_PRINTS = 50_000;
const MAX_TEXT_LENGTH = 256 * 1024;
const PART = /[A-Za-z0-9+/_-]{8,4096}/g;
/** Matches a value after the name of a secret. Such a value is stored even if it is an ordinary word. */
const NAMED =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?key|credential)s?["']?\s{0,3}[:=]\s{0,3}["']?([^\s"',;]{8,256})/gi;

/** Stores fingerprints of the parts of a private text. */
export function rememberPrivateText(state: ChainState, text: string, now: number): void {
  const read = text.slice(0, MAX_TEXT_LENGTH);
  for (const [part] of read.matchAll(PART)) addPrints(state, part, now, true);
  for (const [, value = ''] of read.matchAll(NAMED)) addPrints(state, value, now, false);
}

function addPrints(state: ChainState, part: string, now: number, mixedOnly: boolean): void {
  const letters = lettersOf(part);
  for (const order of [letters, [...letters].reverse().join('')])
    for (const print of printsOf(order, mixedOnly)) {
      state.privateParts.delete(print);
      state.privateParts.set(print, now);
    }
  for (const oldest of state.privateParts.keys()) {
    if (state.privateParts.size <= MAX_PRINTS) return;
    state.privateParts.delete(oldest);
  }
}

/**
 * Tests whether one of the texts, or all of them together, contain a part of a private text that was read within the
 * window.
 */
export function carriesPrivateText(
  state: ChainState,
  texts: readonly string[],
  now: number,
  window: number,
): boolean {
  if (state.privateParts.size === 0) return false;
  const readings = decodings(texts.join('\n').slice(0, MAX_TEXT_LENGTH));
  return readings.some((text) => {
    for (const print of printsOf(lettersOf(text), false)) {
      const time = state.privateParts.get(print);
      if (time !== undefined && !(now - time > window)) return true;
    }
    return false;
  });
}

const lettersOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

const FIRST = 1_000_003;
const SECOND = 8_191;
const MODULUS = 67_108_859;

/**
 * Returns a fingerprint for every sequence of letters and digits of that length. A fingerprint has 52 bits, so that
 * collisions are negligible.
 */
function* printsOf(letters: string, mixedOnly: boolean): Generator<number> {
  for (let at = 0; at + LENGTH <= letters.length; at += 1) {
    const row = letters.slice(at, at + LENGTH);
    // Words, years and ports are skipped, because they also occur in ordinary texts.
    if (mixedOnly && !(/[0-9]/.test(row) && /[a-z]/.test(row))) continue;
    let first = 0;
    let second = 0;
    for (let index = 0; index < LENGTH; index += 1) {
      const unit = row.charCodeAt(index);
      first = (first * FIRST + unit) % MODULUS;
      second = (second * SECOND + unit) % MODULUS;
    }
    yield first * 2 ** 26 + second;
  }
}

/**
 * Returns the text, and the results of decoding escapes, hexadecimal digits and base64 in it. Decoding is repeated
 * once, because encodings can be nested.
 */
function decodings(text: string): readonly string[] {
  const once = decodeRuns(text);
  return [text, ...once, ...once.flatMap(decodeRuns)];
}

function decodeRuns(text: string): readonly string[] {
  const found: string[] = [];
  if (/%[0-9a-f]{2}/i.test(text))
    found.push(text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => fromDigits(digits)));
  const hex = text.match(/(?:[0-9a-f]{2}){8,}/gi) ?? [];
  if (hex.length > 0) found.push(hex.map((run) => run.replace(/../g, fromDigits)).join('\n'));
  const base64 = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
  if (base64.length > 0) found.push(base64.map(fromBase64).join('\n'));
  // A key may be split into many short pieces, so the pieces are joined.
  const joined = text.replace(/\s+/g, '');
  if (joined !== text && base64.length !== 1) found.push(fromBase64(joined.replace(/[^A-Za-z0-9+/_-]/g, '')));
  return found;
}

const fromDigits = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

function fromBase64(run: string): string {
  const digits = run.replaceAll('-', '+').replaceAll('_', '/');
  return atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0)));
}
