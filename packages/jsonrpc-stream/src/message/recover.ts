// Extracts the data that is needed for an error response to an invalid line. It is deliberately tolerant; the result
// never affects whether a message is forwarded.

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
import { decodeUtf8 } from '../scan/utf8.js';
import type { Refusal } from './message.js';
import { MessageId } from './message-id.js';
import { findImitatedEnvelopeKey } from './protocol-keys.js';

export interface RecoveredEnvelope {
  readonly id: MessageId | undefined;
  /** True if the line looks like a response. */
  readonly isResponse: boolean;
  /** Also true for a message that is neither a request nor clearly a response. */
  readonly mayBeResponse: boolean;
}

const ID = /^(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/s;
/** The maximum length of names and ids that are read. */
const LONGEST = 4096;

/** Reads the members of the outermost object as long as brackets and strings can be distinguished. */
export function recoverEnvelope(bytes: Uint8Array): RecoveredEnvelope {
  const ids: string[] = [];
  const keys = new Set<string>();
  let depth = 0;
  let key = '';
  for (let at = startsWithMark(bytes) ? 3 : 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte <= SPACE || byte === COMMA) at++;
    else if (depth === 0 && byte !== OPEN_BRACE) break;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      key = '';
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      at++;
    } else if (byte === COLON) at++;
    else {
      const end = byte === QUOTE ? endOfString(bytes, at) : endOfWord(bytes, at);
      if (depth === 1) {
        const token = decodeUtf8(bytes, at, Math.min(end, at + LONGEST));
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
    // Debug output may contain an id, so text without a version does not count as a response.
    mayBeResponse: isResponse || (hasOutcome === hasMethod && names.has('jsonrpc')),
  };
}

const startsWithMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

/** Maps a name that can be confused with a protocol name to that name, because its author probably meant it. */
function meantBy(token: string): string {
  const name = readString(token);
  return findImitatedEnvelopeKey(name) ?? name;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

const endsWord = (byte: number): boolean =>
  byte <= SPACE ||
  byte === QUOTE ||
  byte === COMMA ||
  byte === COLON ||
  (byte | 0x20) === OPEN_BRACE ||
  (byte | 0x20) === CLOSE_BRACE;

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && !endsWord(bytes[at] as number)) at++;
  return at;
}

function isBeforeColon(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at++;
  return bytes[at] === COLON;
}

function readId(token: string): MessageId | undefined {
  try {
    return new MessageId(JSON.parse(token) as number | string, token);
  } catch {
    return undefined; // The string contains a raw control character or an invalid escape.
  }
}

function readString(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return '';
  }
}

/**
 * Returns true for a line that no reader can parse as a message. A tolerant reader might accept text that begins like
 * JSON.
 */
export function isPlainText({ frame: [first] }: Pick<Refusal, 'frame'>): boolean {
  const byte = first?.find((candidate) => candidate > SPACE);
  return byte !== undefined && byte !== OPEN_BRACE && byte !== OPEN_BRACKET && byte !== 0xef && byte < 0xfe;
}
