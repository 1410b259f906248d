// Counts how often certain names occur as keys in a message. Stages use the counts to skip messages that they do not
// need to check.

import { decodeString } from '@claw/jsonrpc-stream';

export const KEYS = [
  'inputRequests',
  'taskId',
  'text',
  'blob',
  'data',
  'icons',
  'uri',
  'structuredContent',
] as const;
export type KeyCounts = Record<(typeof KEYS)[number], number>;

export const noKeys = (): KeyCounts => ({
  inputRequests: 0,
  taskId: 0,
  text: 0,
  blob: 0,
  data: 0,
  icons: 0,
  uri: 0,
  structuredContent: 0,
});

/** Converts counts in the order of `KEYS` to an object. Assigning its members one by one by name is slow. */
export function toKeyCounts(counts: readonly number[]): KeyCounts {
  const [
    inputRequests = 0,
    taskId = 0,
    text = 0,
    blob = 0,
    data = 0,
    icons = 0,
    uri = 0,
    structuredContent = 0,
  ] = counts;
  return { inputRequests, taskId, text, blob, data, icons, uri, structuredContent };
}

export function countKey(bytes: Uint8Array, start: number, end: number, counts: KeyCounts): void {
  for (const name of KEYS) {
    // Escapes only make a key longer, so a shorter key cannot match.
    if (end - start - 2 < name.length) continue;
    const first = bytes[start + 1];
    if (first !== name.charCodeAt(0) && first !== BACKSLASH) continue;
    if (isKeyNamed(bytes, start, end, name)) counts[name] += 1;
  }
}

function isKeyNamed(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start - 2 > name.length)
    return bytes.subarray(start, end).includes(BACKSLASH) && decodeString(bytes, { start, end }) === name;
  for (let at = 0; at < name.length; at += 1) if (bytes[start + 1 + at] !== name.charCodeAt(at)) return false;
  return true;
}

const BACKSLASH = 0x5c;
