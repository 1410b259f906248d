// Text that travels as base64: read for inspection, and written again without what was found.

import { type Finding, redact } from '@claw/detectors';
import type { StringSpan } from '@claw/jsonrpc-stream';
import type { TextFindings, Texts } from './texts.js';

/** The text behind base64, when it is text: valid UTF-8 without control characters that no text has. */
function textOfBlob(blob: string, whole = true): string | undefined {
  try {
    const binary = atob(blob.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The same blob with everything cut out that a search finds in its text; undefined when that cannot be done. */
export function recodeBlob(blob: string, detect: (text: string) => readonly Finding[]): string | undefined {
  const text = textOfBlob(blob);
  if (text === undefined) return undefined;
  const findings = detect(text);
  if (findings.length === 0) return undefined;
  const bytes = new TextEncoder().encode(redact(text, findings));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const TEXTUAL =
  /^text\/|^application\/(?:json|xml|javascript|ecmascript|yaml|toml|sql|x-sh)\b|\+(?:json|xml|yaml)\b/i;

/** Base64 that calls itself text and is not quite: a reader makes of it what can be made of it, and so do we. */
export function searchBrokenBlobs(
  texts: Texts,
  detect: (text: string) => readonly Finding[],
): readonly TextFindings[] {
  if (texts.keys.blob + texts.keys.data === 0) return [];
  return texts.spans.flatMap((span) => {
    if (span.isKey || span.end - span.start < SHORTEST_BLOB || !looksEncoded(texts.message.bytes, span))
      return [];
    if (span.path.at(-1) !== 'blob' && span.path.at(-1) !== 'data') return [];
    if (!TEXTUAL.test(typeBeside(span, texts))) return [];
    const text = texts.textOf(span);
    const read = textOfBlob(text) === undefined ? readAnyway(text) : '';
    // Where in the blob it stands is of no use: what is no text cannot be written again as text.
    const findings = detect(read).map((finding) => ({ ...finding, start: 0, end: text.length }));
    return findings.length === 0 ? [] : [{ span, text, findings }];
  });
}

const SHORTEST_BLOB = 24;

/** The first characters of prose are hardly ever all from the alphabet of base64. */
function looksEncoded(bytes: Uint8Array, { start }: StringSpan): boolean {
  for (let at = start + 1; at <= start + 16; at += 1)
    if (!/[A-Za-z0-9+/_-]/.test(String.fromCharCode(bytes[at] as number))) return false;
  return true;
}

/** The `mimeType` that stands beside a blob. */
function typeBeside({ path }: StringSpan, { message }: Texts): string {
  let holder: unknown = message.value;
  for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step];
  const type = (holder as { mimeType?: unknown }).mimeType;
  return typeof type === 'string' ? type : '';
}

function readAnyway(blob: string): string {
  try {
    const binary = atob(blob.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
  } catch {
    return '';
  }
}

const LONG_ENOUGH_TO_SKIP = 1024;

/** Pictures and sounds: long base64 whose beginning is no text. There is nothing in it to read. */
export function isBinary(span: StringSpan, texts: Texts): boolean {
  if (span.isKey || span.end - span.start < LONG_ENOUGH_TO_SKIP) return false;
  const last = span.path.at(-1);
  if (last !== 'blob' && last !== 'data') return false;
  const text = texts.textOf(span);
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  // A multiple of four characters; a cut in the middle of a letter must not look like binary.
  return textOfBlob(text.slice(0, 256), false) === undefined;
}
