// What can still be learnt from a line that is not acceptable: whom to answer. Tolerant on purpose; nothing
// found here ever decides whether a message passes.

import { MessageId } from './message-id.js';
import { disguisedEnvelopeKey } from './protocol-keys.js';
import { textOf } from './string-bytes.js';

export interface Recovered {
  readonly id: MessageId | undefined;
  /** True when it looks like the answer to a request. */
  readonly isResponse: boolean;
  /** True for that, and for what calls itself a message and is as little a request. */
  readonly mayAnswer: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ID = /^(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/s;
/** Longer names and ids are nothing that we look for. */
const LONGEST = 4096;

/** Reads the members of the outermost object as far as brackets and strings can be told apart. */
export function recover(bytes: Uint8Array): Recovered {
  const ids: string[] = [];
  const keys = new Set<string>();
  let depth = 0;
  let key = '';
  for (let at = startsWithMark(bytes) ? 3 : 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte <= 0x20 || byte === 0x2c) at++;
    else if (depth === 0 && byte !== 0x7b) break;
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      key = '';
      at++;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      at++;
    } else if (byte === 0x3a) at++;
    else {
      const end = byte === QUOTE ? endOfString(bytes, at) : endOfWord(bytes, at);
      if (depth === 1) {
        const token = textOf(bytes, at, Math.min(end, at + LONGEST));
        if (byte === QUOTE && isBeforeColon(bytes, end)) {
          key = token;
          keys.add(keys.size < LONGEST ? key : '');
        } else if (key === '"id"' && ID.test(token)) ids.push(token);
      }
      at = end;
    }
  }
  const names = new Set([...keys].map(meantBy));
  const hasMethod = names.has('method');
  const hasOutcome = names.has('result') || names.has('error');
  const isResponse = hasOutcome && !hasMethod;
  return {
    id: ids.length === 1 ? readId(ids[0] as string) : undefined,
    isResponse,
    // Debug output may well have an id. Without a version it is nobody's answer.
    mayAnswer: isResponse || (hasOutcome === hasMethod && names.has('jsonrpc')),
  };
}

const startsWithMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

/** A disguised name says what its writer wanted. */
function meantBy(token: string): string {
  const name = readString(token);
  return disguisedEnvelopeKey(name) ?? name;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

const endsWord = (byte: number): boolean =>
  byte <= 0x20 ||
  byte === QUOTE ||
  byte === 0x2c ||
  byte === 0x3a ||
  (byte | 0x20) === 0x7b ||
  (byte | 0x20) === 0x7d;

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && !endsWord(bytes[at] as number)) at++;
  return at;
}

function isBeforeColon(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at++;
  return bytes[at] === 0x3a;
}

function readId(token: string): MessageId | undefined {
  try {
    return new MessageId(JSON.parse(token) as number | string, token);
  } catch {
    return undefined; // a string with a raw control character or a broken escape
  }
}

function readString(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return '';
  }
}
