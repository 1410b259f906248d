// Searches and redacts text that is encoded in base64.

import { type Finding, redact } from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import { allReady, whenReady } from '../awaitable.js';
import { decodeBytes, decodeText } from './decode-base64.js';
import type { MessageTexts, TextFindings } from './message-texts.js';

/** Searches a text, in one step or in slices. */
export type SearchText = (text: string) => Awaitable<readonly Finding[]>;

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
