// Decodes base64 text for inspection, and encodes it again after redaction.

import { type Finding, redact } from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import { allReady, whenReady } from '../awaitable.js';
import type { MessageTexts, TextFindings } from './message-texts.js';

/** Searches a text, in one step or in slices. */
export type SearchText = (text: string) => Awaitable<readonly Finding[]>;

/** Decodes base64 in either alphabet; returns undefined if the text is not base64. */
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

/** Returns the decoded text if it is valid UTF-8 without unusual control characters, otherwise undefined. */
export function decodeText(blob: string, whole = true): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBytes(blob), { stream: !whole });
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Redacts the findings of a search inside a blob; returns undefined if that is impossible. */
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

/** Searches invalid base64 that is declared as text, because tolerant decoders read the valid part. */
export function searchUndecodableBlobs(
  texts: MessageTexts,
  search: SearchText,
): Awaitable<readonly TextFindings[]> {
  if (texts.keyCounts.blob + texts.keyCounts.data === 0) return [];
  const suspects = texts.spans.filter((span) => isTextualBlob(span, texts));
  const searched = suspects.map((span) => {
    const text = texts.textOf(span);
    return whenReady(allReady(decodingsOf(text).map(search)), (found) => {
      // The finding covers the whole blob, because data that is not text cannot be encoded again after a redaction.
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

/** Returns other decodings of bytes that are not UTF-8: as text with replacement characters, or as UTF-16. */
function decodingsOf(blob: string): readonly string[] {
  const bytes = decodeBytes(blob);
  if (bytes === undefined || decodeText(blob) !== undefined) return [];
  const readings = [new TextDecoder().decode(bytes)];
  // In UTF-16 text with ASCII characters, every other byte is zero.
  if (bytes.subarray(0, 64).includes(0))
    for (const encoding of ['utf-16le', 'utf-16be']) readings.push(new TextDecoder(encoding).decode(bytes));
  return readings;
}

const SHORTEST_BLOB = 24;

/** Returns true if the first characters are all in the base64 alphabet, which is rare in prose. */
function looksEncoded(bytes: Uint8Array, { start }: StringSpan): boolean {
  for (let at = start + 1; at <= start + 16; at += 1)
    if (!/[A-Za-z0-9+/_-]/.test(String.fromCharCode(bytes[at] as number))) return false;
  return true;
}

/** Returns the `mimeType` of a blob. */
function mimeTypeOf({ path }: StringSpan, { message }: MessageTexts): string {
  let holder: unknown = message.value;
  for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step];
  const type = (holder as { mimeType?: unknown }).mimeType;
  return typeof type === 'string' ? type : '';
}

const LONG_ENOUGH_TO_SKIP = 1024;

/** Returns true for images and audio: long base64 that does not begin with text needs no search. */
export function isBinary(span: StringSpan, texts: MessageTexts): boolean {
  if (span.isKey || span.end - span.start < LONG_ENOUGH_TO_SKIP) return false;
  const last = span.path.at(-1);
  if (last !== 'blob' && last !== 'data') return false;
  const text = texts.textOf(span);
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  // The length is a multiple of four characters, so that a character that is cut does not look like binary data.
  return decodeText(text.slice(0, 256), false) === undefined;
}
