// Removes from a result the list elements that a key may not see. The content of the result is examined instead of the
// requested method, so that a list on another stream or after a reconnect is filtered as well.

import type { Scopes } from '@claw/auth';
import { type Edit, findArrayElements, type Message, spliceMessage } from '@claw/jsonrpc-stream';
import { filteredLists } from './scope-check.js';

/** Returns the filtered message; undefined if its content cannot be determined. */
export function filterLists(message: Message, scopes: Scopes): Message | undefined {
  if (message.kind !== 'response' || message.failed) return message;
  const { result } = message.value as { result?: unknown };
  if (typeof result !== 'object' || result === null) return message;
  const edits: Edit[] = [];
  for (const [name, isShown] of Object.entries(filteredLists)) {
    const list = (result as Readonly<Record<string, unknown>>)[name];
    if (list === undefined) continue;
    const places = findArrayElements(message.bytes, ['result', name]);
    // A duplicate member name can be interpreted in two ways.
    if (!Array.isArray(list) || places.length !== list.length) return undefined;
    const kept = places.filter((_, index) => isShown(scopes, asObject(list[index])));
    const [first, last] = [places[0], places.at(-1)];
    if (kept.length === places.length || first === undefined || last === undefined) continue;
    const text = kept.map(({ start, end }) => textOf(message.bytes, start, end)).join(',');
    edits.push({ start: first.start, end: last.end, text });
  }
  return edits.length === 0 ? message : spliceMessage(message, edits, { sender: 'server' });
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));
