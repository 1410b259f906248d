// The arguments of a call as the client spelt them, cut out of its bytes: reading them, or writing the parsed value again,
// costs more than anything else in a record. Only for the common case; undefined sends the caller back to the value.

import type { Message } from '@claw/jsonrpc-stream';

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, SPACE, LINE_FEED, RETURN] = [
  0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d, 0x20, 0x0a, 0x0d,
];

/** Longer ones are judged by what they say and not by how they are spelt: white space must not push them out of the record. */
const LONGEST = 8 * 1024;
/** Shorter strings are passed faster by looking at each byte. */
const SHORT = 16;

/**
 * The bytes of `params.arguments`, on one line. Undefined when there are none, when they are long, and when anything is
 * escaped in them: an escaped secret would be none to whoever looks for one there.
 */
export function rawArguments({ bytes }: Message): Uint8Array | undefined {
  const params = findMember(bytes, skipSpace(bytes, 0), 'params');
  const start = params === undefined ? undefined : findMember(bytes, params, 'arguments');
  if (start === undefined) return undefined;
  const end = endOfValue(bytes, start);
  if (end - start > LONGEST) return undefined;
  const found = bytes.subarray(start, end);
  const isPlain = !found.includes(BACKSLASH) && !found.includes(LINE_FEED) && !found.includes(RETURN);
  return isPlain ? found : undefined;
}

// INVARIANT: the bytes were read by the scanner, so they are JSON, and no name of the protocol stands there twice.

/** Where the value of a member begins, in the object that begins at `at`. */
function findMember(bytes: Uint8Array, at: number, name: string): number | undefined {
  if (bytes[at] !== OPEN) return undefined;
  let next = skipSpace(bytes, at + 1);
  while (bytes[next] === QUOTE) {
    const keyEnd = endOfString(bytes, next);
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    if (isNamed(bytes, next, keyEnd, name)) return value;
    next = skipSpace(bytes, endOfValue(bytes, value));
    if (bytes[next] !== COMMA) return undefined;
    next = skipSpace(bytes, next + 1);
  }
  return undefined;
}

function isNamed(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start - 2 !== name.length) return false;
  for (let at = 0; at < name.length; at += 1) if (bytes[start + 1 + at] !== name.charCodeAt(at)) return false;
  return true;
}

function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && (bytes[next] as number) <= SPACE) next += 1;
  return next;
}

/** Behind the string that begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (const near = Math.min(bytes.length, at + SHORT); at < near; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  for (;;) {
    const end = bytes.indexOf(QUOTE, at);
    if (end < 0) return bytes.length;
    let slashes = end;
    while (slashes > at && bytes[slashes - 1] === BACKSLASH) slashes -= 1;
    if ((end - slashes) % 2 === 0) return end + 1;
    at = end + 1;
  }
}

/** Behind the value that begins here. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth < 0) return at;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === COMMA || (byte as number) <= SPACE)) return at;
    at += 1;
  }
  return at;
}
