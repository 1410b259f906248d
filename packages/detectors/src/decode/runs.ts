// Long runs of letters and digits without a space: base64 and hexadecimal. They have no literal, so they are found by
// looking at every twentieth unit or so: a run that is long enough cannot hide between two looks.

import type { Span } from '../engine/position-map.js';
import type { Decoded } from './decoder.js';

/** A run of the base64 alphabet; may span lines. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** Where the search goes on: behind the run, or inside of it when it was too long for one go. */
  readonly next: number;
}

const shortest = 24;
const longest = 65_536;
/** Pieces of a long run overlap, so that what is said across a cut is read whole. */
const overlap = 2_048;

const alphabet = new Uint8Array(65_536);
for (const unit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  alphabet[unit.charCodeAt(0)] = 1;

/** The runs that start in text[from..to). */
export function* findRuns(text: string, from: number, to: number): Generator<Run> {
  const limit = text.length;
  let start = from;
  while (start < to) {
    // The last unit of a shortest run from here: if it is outside of the alphabet, no run starts before it.
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
    // Encoders break lines; a break inside a long run is part of it.
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

/** What a run says when it is text in base64 or hexadecimal. */
export function decodeRun(text: string, { start, end }: Run): Decoded | undefined {
  const found = text.slice(start, end);
  // Most have no breaks, and looking for the two letters that one has is much cheaper than looking for breaks.
  const hasBreaks = found.includes('\n') || found.includes('\\');
  const run = hasBreaks ? found.replace(/\r?\n|\\n/g, '') : found;
  const decoded = decodeHex(run) ?? decodeBase32(run) ?? decodeBase64(run);
  if (decoded === undefined) return undefined;
  // Half of an encoded text says nothing and cannot be cut out: the run is one place.
  const place: Span = [start, endOfPadding(text, end)];
  return { text: decoded, map: { locate: () => place } };
}

function endOfPadding(text: string, end: number): number {
  if (text[end] !== '=') return end;
  return text[end + 1] === '=' ? end + 2 : end + 1;
}

function decodeHex(run: string): string | undefined {
  const digits = run.replace(/^0x/i, '');
  // The first byte of a text in hexadecimal is printable: most hashes and numbers end here.
  if (digits.length % 2 === 1 || !/^[0-9a-f]{24,}$/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (nibble(digits.charCodeAt(index * 2)) << 4) | nibble(digits.charCodeAt(index * 2 + 1));
  return readBytes(bytes);
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
  return readBytes(bytes);
}

/** The value of a hexadecimal digit of either case. */
const nibble = (unit: number): number => (unit <= 57 ? unit - 48 : (unit | 32) - 87);

/** A run may have swallowed a letter or two that stood before it, so four starts are tried. */
function decodeBase64(run: string): string | undefined {
  for (let skip = 0; skip < 4; skip += 1) {
    if (startsText(run, skip)) return readBytes(decodeSextets(run.slice(skip)));
  }
  return undefined;
}

/** The first fifteen bytes of a base64 text, looked at one by one: most runs are no text and are left here at once. */
function startsText(run: string, skip: number): boolean {
  const judge = new TextJudge();
  let bits = 0;
  let held = 0;
  for (let index = skip; index < skip + 20; index += 1) {
    bits = ((bits << 6) | (sextets[run.charCodeAt(index)] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    if (!judge.takes((bits >> held) & 0xff)) return false;
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

/** Whether bytes, one after the other, can be text in UTF-8, or Latin text in UTF-16 as PowerShell encodes its commands. */
class TextJudge {
  private count = 0;
  private zeros = 0;
  private owed = 0;

  takes(byte: number): boolean {
    this.count += 1;
    if (byte === 0) {
      this.zeros += 1;
      return this.zeros * 2 === this.count;
    }
    if (this.zeros > 0) return this.zeros * 2 + 1 === this.count && isTextByte(byte);
    if (this.owed > 0) {
      this.owed -= 1;
      return byte >= 0x80 && byte < 0xc0;
    }
    if (byte < 0x80) return isTextByte(byte);
    this.owed = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    return byte >= 0xc2 && byte < 0xf5;
  }
}

const lenient = new TextDecoder();

/** Only the head must be text: a stray byte behind it must not hide the rest. */
function readBytes(bytes: Uint8Array): string | undefined {
  const judge = new TextJudge();
  for (const byte of bytes.subarray(0, 15)) if (!judge.takes(byte)) return undefined;
  const isWide = bytes[1] === 0;
  return lenient.decode(isWide ? bytes.filter((_, index) => index % 2 === 0) : bytes);
}
