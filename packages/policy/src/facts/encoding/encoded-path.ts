// Finds paths encoded in base64, hexadecimal digits or escapes. Legitimate calls do not encode paths, and
// decoding other strings seldom results in a path.
import { startsLikePath } from '../../match/pattern-syntax.js';
import { decodings } from './decode.js';

const SHORTEST = 6;
const LONGEST = 1024;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2})+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a path contains only printable characters
const PRINTED = /^[^\u0000-\u001f\u007f-\u009f\ufffd]+$/;

/** Returns the path, if the whole string is an encoded path. */
export function decodePath(text: string): string | undefined {
  if (!startsEncoded(text) || text.length < SHORTEST || text.length > LONGEST) return undefined;
  const path = decode(text).trimEnd();
  return PRINTED.test(path) && startsLikePath(path) && /[/\\]/.test(path) ? path : undefined;
}

function decode(text: string): string {
  if (text.startsWith('%')) return decodings(text).texts.at(-1) ?? '';
  return HEX.test(text) ? fromHex(text) : BASE64.test(text) ? fromBase64(text) : '';
}

// Tests whether a text begins with one of the characters that the encodings of `/`, `.`, `~`, `$`, `file:`
// and a drive begin with. Most strings do not.
function startsEncoded(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x4c: // L
    case 0x66: // f
    case 0x4a: // J
    case 0x5a: // Z
    case 0x51: // Q
    case 0x32: // 2
    case 0x37: // 7
    case 0x30: // 0
    case 0x25: // %
      return true;
    default:
      return false;
  }
}

const utf8 = new TextDecoder();
const toText = (bytes: Iterable<number>) => utf8.decode(Uint8Array.from(bytes));

const fromHex = (text: string) =>
  toText(Array.from(text.replace(/^0x/i, '').match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));

function fromBase64(text: string): string {
  const digits = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  // In base64, a single remaining letter is less than a byte.
  if (digits.length % 4 === 1) return '';
  return toText(Array.from(atob(digits), (unit) => unit.charCodeAt(0)));
}

/** Returns the decoded text, if the whole string is printable text in base64 or hexadecimal digits. */
export function decodePrintable(text: string): string | undefined {
  if (text.length < 12 || text.length > LONGEST || !(HEX.test(text) || BASE64.test(text))) return undefined;
  const decoded = decode(text).trimEnd().replaceAll('\n', ' ');
  return PRINTED.test(decoded) ? decoded : undefined;
}
