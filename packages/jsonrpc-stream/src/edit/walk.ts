// Visits the tokens of valid JSON with their positions. Used for splicing, finding duplicate keys, and splitting
// batches.

import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '../bytes/ascii.js';

/** Called in byte order. `end` is the position after the token. A function that returns false stops the walk. */
export interface JsonVisitor {
  open?(isObject: boolean, start: number): boolean | undefined;
  close?(isObject: boolean, end: number): boolean | undefined;
  key?(start: number, end: number): boolean | undefined;
  string?(start: number, end: number): boolean | undefined;
  other?(start: number, end: number): boolean | undefined;
}

const isSeparator = (byte: number): boolean =>
  byte <= SPACE || byte === COMMA || byte === COLON || byte === CLOSE_BRACKET || byte === CLOSE_BRACE;

/**
 * The number of bytes of a string that are examined one by one. In longer strings, the end is searched with
 * `indexOf`.
 */
const SHORT_STRING = 32;

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  const short = Math.min(bytes.length, at + SHORT_STRING);
  while (at < short) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length + 1;
    if (!isEscaped(bytes, at, quote)) return quote + 1;
    at = quote + 1;
  }
}

/** Returns true if an odd number of backslashes precedes a quote. Bytes before `from` are not part of the string. */
function isEscaped(bytes: Uint8Array, from: number, quote: number): boolean {
  let at = quote;
  while (at > from && bytes[at - 1] === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

function endOfOther(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !isSeparator(bytes[at] as number)) at++;
  return Math.max(at, start + 1);
}

/** The position of a walk that is split into steps. */
export interface WalkPosition {
  at: number;
  keyNext: boolean;
  /** For each open container: true if it is an object. */
  readonly objects: boolean[];
}

/** Visits the tokens up to `until`, or to the end. A token that begins before `until` is visited completely. */
export function walkJson(
  bytes: Uint8Array,
  visitor: JsonVisitor,
  walked: WalkPosition = { at: 0, keyNext: false, objects: [] },
  until = bytes.length,
): void {
  const { objects } = walked;
  let { at, keyNext } = walked;
  while (at < until) {
    const byte = bytes[at] as number;
    let goOn: boolean | undefined = true;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      objects.push(byte === OPEN_BRACE);
      keyNext = byte === OPEN_BRACE;
      // `keyNext` is read before the call, because a visitor may not have this method.
      goOn = visitor.open?.(keyNext, at);
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      objects.pop();
      at++;
      goOn = visitor.close?.(byte === CLOSE_BRACE, at);
    } else if (byte === COMMA) {
      keyNext = objects.at(-1) === true;
      at++;
    } else if (byte <= SPACE || byte === COLON) at++;
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      goOn = keyNext ? visitor.key?.(at, end) : visitor.string?.(at, end);
      keyNext = false;
      at = end;
    } else {
      const end = endOfOther(bytes, at);
      goOn = visitor.other?.(at, end);
      at = end;
    }
    if (goOn === false) return;
  }
  walked.at = at;
  walked.keyNext = keyNext;
}

/** Returns the positions of the elements of the outermost array, up to `most` elements. */
export function findTopLevelElements(bytes: Uint8Array, most: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let depth = 0;
  let elementStart = 0;
  const scalar = (start: number, end: number) => {
    if (depth === 1) spans.push({ start, end });
    return spans.length < most;
  };
  walkJson(bytes, {
    open(_isObject, start) {
      if (depth === 1) elementStart = start;
      depth++;
      return undefined;
    },
    close(_isObject, end) {
      depth--;
      if (depth === 1) spans.push({ start: elementStart, end });
      return spans.length < most;
    },
    string: scalar,
    other: scalar,
  });
  return spans;
}
