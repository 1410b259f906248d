// Text that travels as base64: read for inspection, and written again without what was found.

import { type Finding, redact } from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import { allReady, whenReady } from '../awaitable.js';
import type { MessageTexts, TextFindings } from './message-texts.js';

/** Finds things in a text, at once or in slices. */
export type SearchText = (text: string) => Awaitable<readonly Finding[]>;

/** The bytes behind base64 of either alphabet; undefined when it is none. */
function decodeBytes(blob: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(blob.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The text behind base64, when it is text: valid UTF-8 without control characters that no text has. */
export function decodeText(blob: string, whole = true): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBytes(blob), { stream: !whole });
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The same blob with everything cut out that a search finds in its text; undefined when that cannot be done. */
export function redactBase64(blob: string, search: SearchText): Awaitable<string | undefined> {
  const text = decodeBytes(blob) === undefined ? undefined : decodeText(blob);
  if (text === undefined) return undefined;
  return whenReady(search(text), (findings) =>
    findings.length === 0 ? undefined : toBase64(redact(text, findings)),
  );
}

const AT_ONCE = 8192;

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  return btoa(pieces.join(''));
}

const TEXTUAL =
  /^text\/|^application\/(?:json|xml|javascript|ecmascript|yaml|toml|sql|x-sh)\b|\+(?:json|xml|yaml)\b/i;

/** Base64 that calls itself text and is not quite: a reader makes of it what can be made of it, and so do we. */
export function searchUndecodableBlobs(
  texts: MessageTexts,
  search: SearchText,
): Awaitable<readonly TextFindings[]> {
  if (texts.keyCounts.blob + texts.keyCounts.data === 0) return [];
  const suspects = texts.spans.filter((span) => isTextualBlob(span, texts));
  const searched = suspects.map((span) => {
    const text = texts.textOf(span);
    return whenReady(allReady(decodingsOf(text).map(search)), (found) => {
      // Where in the blob it stands is of no use: what is no text cannot be written again as text.
      const findings = found.flat().map((finding) => ({ ...finding, start: 0, end: text.length }));
      return findings.length === 0 ? [] : [{ span, text, findings }];
    });
  });
  return whenReady(allReady(searched), (all) => all.flat());
}

function isTextualBlob(span: StringSpan, texts: MessageTexts): boolean {
  if (span.isKey || span.end - span.start < SHORTEST_BLOB || !looksEncoded(texts.message.bytes, span))
    return false;
  const name = span.path.at(-1);
  return (name === 'blob' || name === 'data') && TEXTUAL.test(mimeTypeOf(span, texts));
}

/** What programs may make of bytes that are no UTF-8: the text with holes, or the other encoding that text comes in. */
function decodingsOf(blob: string): readonly string[] {
  const bytes = decodeBytes(blob);
  if (bytes === undefined || decodeText(blob) !== undefined) return [];
  const readings = [new TextDecoder().decode(bytes)];
  // Every other byte of a plain text in UTF-16 is nothing.
  if (bytes.subarray(0, 64).includes(0))
    for (const encoding of ['utf-16le', 'utf-16be']) readings.push(new TextDecoder(encoding).decode(bytes));
  return readings;
}

const SHORTEST_BLOB = 24;

/** The first characters of prose are hardly ever all from the alphabet of base64. */
function looksEncoded(bytes: Uint8Array, { start }: StringSpan): boolean {
  for (let at = start + 1; at <= start + 16; at += 1)
    if (!/[A-Za-z0-9+/_-]/.test(String.fromCharCode(bytes[at] as number))) return false;
  return true;
}

/** The `mimeType` that stands beside a blob. */
function mimeTypeOf({ path }: StringSpan, { message }: MessageTexts): string {
  let holder: unknown = message.value;
  for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step];
  const type = (holder as { mimeType?: unknown }).mimeType;
  return typeof type === 'string' ? type : '';
}

const LONG_ENOUGH_TO_SKIP = 1024;

/** Pictures and sounds: long base64 whose beginning is no text. There is nothing in it to read. */
export function isBinary(span: StringSpan, texts: MessageTexts): boolean {
  if (span.isKey || span.end - span.start < LONG_ENOUGH_TO_SKIP) return false;
  const last = span.path.at(-1);
  if (last !== 'blob' && last !== 'data') return false;
  const text = texts.textOf(span);
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  // A multiple of four characters; a cut in the middle of a letter must not look like binary.
  return decodeText(text.slice(0, 256), false) === undefined;
}
