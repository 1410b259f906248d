// Text that travels as base64: read for inspection, and written again without what was found.

import { type Finding, redact } from '@claw/detectors';
import type { StringSpan } from '@claw/jsonrpc-stream';
import type { Texts } from './texts.js';

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
