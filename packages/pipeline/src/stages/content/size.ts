// Blocks or truncates responses that exceed the size limit.

import type { StringSpan } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import type { Replacement, Reply, ServerNotification, Verdict } from '../../types.js';

const RULE = 'responses.max_size';
const ENDING = '… [TRUNCATED]';
/** The length of `ENDING` in bytes: the ellipsis is one character of three bytes. */
const ENDING_BYTES = ENDING.length + 2;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Returns a verdict if a response exceeds the size limit. */
export function checkSize(
  reply: Reply | ServerNotification,
  { max_size: limit, oversize }: Settings['responses'],
): Verdict | undefined {
  const size = reply.message.bytes.length;
  if (size <= limit) return undefined;
  const reason = `the response has ${size} bytes; the limit is ${limit}`;
  const replacements = oversize === 'truncate' ? truncateTexts(reply, size - limit) : undefined;
  if (replacements !== undefined) return { kind: 'rewrite', rule: RULE, reason, replacements };
  return {
    kind: 'deny',
    rule: RULE,
    reason,
    blocked: true,
    suggestion: 'request less data',
  };
}

/** Truncates the last texts. Returns undefined if truncating text cannot reduce the size enough. */
function truncateTexts(
  { texts }: Reply | ServerNotification,
  excess: number,
): readonly Replacement[] | undefined {
  const replacements: Replacement[] = [];
  let left = excess;
  for (const span of texts.spans.filter(({ isKey, path }) => !isKey && path.at(-1) === 'text').reverse()) {
    if (left <= 0) break;
    const bytes = span.end - span.start - 2;
    const kept = Math.max(0, bytes - left - ENDING_BYTES);
    if (bytes - kept <= ENDING_BYTES) continue;
    const from = unitsWithin(texts.message.bytes, span, kept);
    replacements.push({ span, from: from.units, to: texts.textOf(span).length, text: ENDING });
    left -= bytes - from.bytes - ENDING_BYTES;
  }
  return left > 0 ? undefined : replacements;
}

/**
 * Returns how many UTF-16 units of a string fit into a number of bytes, and their length in bytes. No character is
 * split.
 */
function unitsWithin(
  message: Uint8Array,
  { start, end }: StringSpan,
  most: number,
): { readonly units: number; readonly bytes: number } {
  let units = 0;
  let at = start + 1;
  while (at < end - 1) {
    const { length, width } = characterAt(message, at);
    if (at + length - start - 1 > most) break;
    at += length;
    units += width;
  }
  return { units, bytes: at - start - 1 };
}

/** Returns the length of a character in a JSON string, in bytes and in UTF-16 units. */
function characterAt(message: Uint8Array, at: number): { readonly length: number; readonly width: number } {
  const first = message[at] as number;
  if (first === BACKSLASH) {
    if (message[at + 1] !== LETTER_U) return { length: 2, width: 1 };
    return isHighSurrogate(message, at) ? { length: 12, width: 2 } : { length: 6, width: 1 };
  }
  if (first < 0x80) return { length: 1, width: 1 };
  if (first < 0xe0) return { length: 2, width: 1 };
  return first < 0xf0 ? { length: 3, width: 1 } : { length: 4, width: 2 };
}

/** Returns true for an escaped high surrogate such as `\\ud83d`; the low surrogate follows it. */
const isHighSurrogate = (message: Uint8Array, at: number): boolean =>
  /^[dD][89abAB]$/.test(String.fromCharCode(message[at + 2] as number, message[at + 3] as number)) &&
  message[at + 6] === BACKSLASH &&
  message[at + 7] === LETTER_U;
