// Decodes base64, base32 and hexadecimal digits: long runs of letters and digits without a space. No literal
// identifies such a run, so every 24th character is examined; any run of sufficient length contains one of these
// characters.

import type { Span } from '../engine/normalize/position-map.js';
import type { Decoded } from './decoder.js';

/** A run of characters of the base64 alphabet. It may span several lines. */
export interface EncodedRun {
  readonly start: number;
  readonly end: number;
  /**
   * The position where the search continues: after the run, or inside the run if it was split because of its length.
   */
  readonly next: number;
}

const shortest = 24;
const longest = 65_536;
/** The length by which the pieces of a long run overlap, so that no match is lost at the boundary. */
const overlap = 2_048;

const alphabet = new Uint8Array(65_536);
for (const unit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  alphabet[unit.charCodeAt(0)] = 1;

/** Returns the runs that start in text[from..to). */
export function* findEncodedRuns(text: string, from: number, to: number): Generator<EncodedRun> {
  const limit = text.length;
  let start = from;
  while (start < to) {
    // The last character of the shortest possible run that starts here. If it is not in the alphabet, no run starts
    // before it.
    let probe = start + shortest - 1;
    if (probe >= limit) return;
    while (probe >= start && alphabet[text.charCodeAt(probe)] === 1) probe -= 1;
    if (probe >= start) {
      start = probe + 1;
      continue;
    }
    const end = endOfRun(text, start + shortest, start + longest);
    const next = end - start < longest ? end + 1 : end - overlap;
    yield { start, end, next };
    start = next;
  }
}

function endOfRun(text: string, from: number, limit: number): number {
  const last = Math.min(limit, text.length);
  let end = from;
  for (;;) {
    while (end < last && alphabet[text.charCodeAt(end)] === 1) end += 1;
    // Encoders break lines, so a run continues after a line break.
    const next = skipBreak(text, end);
    if (next === end || next >= last || alphabet[text.charCodeAt(next + shortest)] !== 1) break;
    if (alphabet[text.charCodeAt(next)] !== 1) break;
    end = next;
  }
  return end;
}

function skipBreak(text: string, at: number): number {
  if (text[at] === '\n') return at + 1;
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return text[at] === '\\' && text[at + 1] === 'n' ? at + 2 : at;
}

/** Returns the decoded text of a run, if the run is text in base64, base32 or hexadecimal digits. */
export function decodeEncodedRun(text: string, { start, end }: EncodedRun): Decoded | undefined {
  const found = text.slice(start, end);
  // Most runs have no line breaks, and searching for two characters is much cheaper than replacing.
  const hasBreaks = found.includes('\n') || found.includes('\\');
  const run = hasBreaks ? found.replace(/\r?\n|\\n/g, '') : found;
  const decoded = decodeHex(run) ?? decodeBase32(run) ?? decodeBase64(run);
  const part = decoded === undefined ? decodeAfterSlash(run) : { text: decoded, at: 0 };
  if (part === undefined) return undefined;
  // A part of an encoded text cannot be redacted on its own, so every position maps to the whole run.
  const whole: Span = [hasBreaks ? start : start + part.at, endOfPadding(text, end)];
  return { text: part.text, map: { locate: () => whole } };
}

/** The maximum number of slashes in a path after which decoding is tried. */
const maxSlashes = 6;

/**
 * Decodes the part of a run after a slash. The run may begin with the path of a URL, because base64 contains slashes:
 * `host/folder/encoded`.
 */
function decodeAfterSlash(run: string): { readonly text: string; readonly at: number } | undefined {
  let at = run.indexOf('/') + 1;
  for (let count = 0; at > 0 && count < maxSlashes && run.length - at >= shortest; count += 1) {
    const next = run.indexOf('/', at) + 1;
    const folder = run.slice(at, next === 0 ? undefined : next - 1);
    const text = decodeHex(folder) ?? decodeBase32(folder) ?? decodeBase64(run.slice(at));
    if (text !== undefined) return { text, at };
    at = next;
  }
  return undefined;
}

function endOfPadding(text: string, end: number): number {
  if (text[end] !== '=') return end;
  return text[end + 1] === '=' ? end + 2 : end + 1;
}

function decodeHex(run: string): string | undefined {
  const digits = run.replace(/^0x/i, '');
  if (digits.length % 2 === 1 || !/^[0-9a-f]{24,}$/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (nibble(digits.charCodeAt(index * 2)) << 4) | nibble(digits.charCodeAt(index * 2 + 1));
  return decodeText(bytes);
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(run: string): string | undefined {
  if (!/^[A-Z2-7]{24,}$/.test(run)) return undefined;
  const bytes = new Uint8Array(Math.floor((run.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let length = 0;
  for (let index = 0; index < run.length; index += 1) {
    bits = ((bits << 5) | base32.indexOf(run[index] ?? '')) & 0xffff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes[length] = (bits >> held) & 0xff;
    length += 1;
  }
  return decodeText(bytes);
}

/** Returns the value of a hexadecimal digit in upper or lower case. */
const nibble = (unit: number): number => (unit <= 57 ? unit - 48 : (unit | 32) - 87);

/**
 * Decodes base64. The run may begin with letters that do not belong to the encoded text, so four starts are tried.
 */
function decodeBase64(run: string): string | undefined {
  for (let skip = 0; skip < 4; skip += 1) {
    if (startsText(run, skip)) return decodeText(decodeSextets(run.slice(skip)));
  }
  return undefined;
}

/**
 * Tests whether the first fifteen decoded bytes are text. They are decoded one by one, because most runs are not
 * text, so the test fails at the first bytes.
 */
function startsText(run: string, skip: number): boolean {
  const validator = new TextValidator();
  let bits = 0;
  let held = 0;
  for (let index = skip; index < skip + 20; index += 1) {
    bits = ((bits << 6) | (sextets[run.charCodeAt(index)] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    if (!validator.accepts((bits >> held) & 0xff)) return false;
  }
  return true;
}

const sextets = new Uint8Array(128);
for (const letters of [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
])
  for (const [value, letter] of [...letters].entries()) sextets[letter.charCodeAt(0)] = value;

function decodeSextets(run: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((run.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let length = 0;
  for (let index = 0; index < run.length; index += 1) {
    bits = ((bits << 6) | (sextets[run.charCodeAt(index)] ?? 0)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[length] = (bits >> held) & 0xff;
      length += 1;
    }
  }
  return bytes;
}

const isTextByte = (byte: number): boolean =>
  (byte >= 32 && byte !== 127) || byte === 9 || byte === 10 || byte === 13;

/** Checks bytes one by one for UTF-8 text or for Latin text in UTF-16, which PowerShell uses for encoded commands. */
class TextValidator {
  private count = 0;
  private zeros = 0;
  private continuationBytes = 0;

  accepts(byte: number): boolean {
    this.count += 1;
    if (byte === 0) {
      this.zeros += 1;
      return this.zeros * 2 === this.count;
    }
    if (this.zeros > 0) return this.zeros * 2 + 1 === this.count && isTextByte(byte);
    if (this.continuationBytes > 0) {
      this.continuationBytes -= 1;
      return byte >= 0x80 && byte < 0xc0;
    }
    if (byte < 0x80) return isTextByte(byte);
    this.continuationBytes = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    return byte >= 0xc2 && byte < 0xf5;
  }
}

const utf8 = new TextDecoder();

/**
 * Decodes bytes if the first bytes are text. Later bytes may be invalid, so that an invalid byte cannot hide the
 * rest.
 */
function decodeText(bytes: Uint8Array): string | undefined {
  const validator = new TextValidator();
  for (const byte of bytes.subarray(0, 15)) if (!validator.accepts(byte)) return undefined;
  const isWide = bytes[1] === 0;
  return utf8.decode(isWide ? bytes.filter((_, index) => index % 2 === 0) : bytes);
}
