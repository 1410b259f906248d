// Decodes base64 for inspection, and recognizes binary data in it.

import type { StringSpan } from '@claw/jsonrpc-stream';

/** Decodes base64 in either alphabet; returns undefined if the text is not base64. */
export function decodeBytes(blob: string): Uint8Array | undefined {
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

const LONG_ENOUGH_TO_SKIP = 1024;

/** Returns true for images and audio: long base64 that does not begin with text needs no search. */
export function isBinary(span: StringSpan, texts: { textOf(span: StringSpan): string }): boolean {
  if (span.isKey || span.end - span.start < LONG_ENOUGH_TO_SKIP) return false;
  const last = span.path.at(-1);
  if (last !== 'blob' && last !== 'data') return false;
  const text = texts.textOf(span);
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  // The length is a multiple of four characters, so that a character that is cut does not look like binary data.
  return decodeText(text.slice(0, 256), false) === undefined;
}
