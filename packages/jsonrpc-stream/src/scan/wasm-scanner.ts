// Scans a whole message of moderate size with the compiled loops in wasm/messages.wat. Returns the facts that the
// scanner would return, or leaves the message to the scanner.

import { byteView } from '../bytes/byte-view.js';
import { MessageId } from '../message/message-id.js';
import { knownKeys } from '../message/protocol-keys.js';
import type { EnvelopeFacts, ValueKind } from './envelope-facts.js';
import { decodeName, hashToken } from './known-names.js';
import { decodeUtf8 } from './utf8.js';
import { loadWasmFunctions, TEXT_CAPACITY, TEXT_OFFSET } from './wasm-functions.js';

/**
 * The maximum length of a message. Longer messages are left to the scanner, which processes each piece while the next
 * one arrives.
 */
export const MAX_WASM_LENGTH = TEXT_CAPACITY;

/** The memory layout, as described in messages.wat. */
const places = { odd: 64, table: 1024, names: 3072, containers: 8192 } as const;
const slots = 512;
/** The maximum number of open containers. */
const deepest = 1500;

// The result as 32-bit numbers.
const [SEEN, ID_START, ID_END, ID_KIND, METHOD_START, METHOD_END, METHOD_KIND] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;
const [IS_VERSION, PARAMS_KIND, ODD_COUNT, ARGUMENTS_START, ARGUMENTS_END] = [8, 9, 10, 11, 12] as const;

const kinds: readonly ValueKind[] = ['absent', 'object', 'array', 'string', 'number', 'null', 'boolean'];

interface Reader {
  readonly read: NonNullable<ReturnType<typeof loadWasmFunctions>>['read'];
  readonly bytes: Uint8Array;
  readonly answer: Int32Array;
}

let reader: Reader | 'none' | undefined;

function createReader(): Reader | undefined {
  const compiled = loadWasmFunctions();
  if (compiled === undefined) return undefined;
  const { memory, read } = compiled;
  const bytes = new Uint8Array(memory);
  writeNames(bytes, new Int32Array(memory, places.table, slots));
  return { read, bytes, answer: new Int32Array(memory, 0, places.table / 4) };
}

/** A name without a free slot in the table is omitted; it then counts as unknown and is checked again. */
function writeNames(bytes: Uint8Array, table: Int32Array): void {
  let at: number = places.names;
  for (const name of knownKeys) {
    const token = Uint8Array.from(`"${name}"`, (unit) => unit.charCodeAt(0));
    const slot = hashToken(token, 0, token.length) & (slots - 1);
    if (table[slot] !== 0 || at + token.length > places.containers) continue;
    table[slot] = at;
    bytes[at] = name.length;
    bytes.set(token.subarray(1, -1), at + 1);
    at += 1 + name.length;
  }
}

/** A range of a message. */
export interface ByteRange {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Fills in the facts about the message in these ranges. Returns false if the message is invalid or has a rare form;
 * in that case, the scanner has to process it.
 */
export function scanWithWasm(
  stretches: readonly ByteRange[],
  facts: EnvelopeFacts,
  maxDepth: number,
  uniqueKeys: boolean,
): boolean {
  reader ??= createReader() ?? 'none';
  if (reader === 'none') return false;
  const { read, bytes, answer } = reader;
  let end: number = TEXT_OFFSET;
  for (const { bytes: given, from, to } of stretches) {
    // A newline after the message is overwritten below.
    bytes.set(from === 0 && to >= given.length - 1 ? given : byteView(given, from, to), end);
    end += to - from;
  }
  bytes[end] = 0;
  if (read(TEXT_OFFSET, end, Math.min(maxDepth, deepest), uniqueKeys ? 1 : 0) === 0) return false;
  facts.reset();
  if (answer[ODD_COUNT] !== 0 && !noteOddKeys(bytes, answer, facts)) return false;
  facts.shape = 'object';
  facts.seen = answer[SEEN] as number;
  facts.idKind = kinds[answer[ID_KIND] as number] as ValueKind;
  facts.methodKind = kinds[answer[METHOD_KIND] as number] as ValueKind;
  facts.paramsKind = kinds[answer[PARAMS_KIND] as number] as ValueKind;
  if (answer[IS_VERSION] === 1) facts.version = '2.0';
  const idEnd = answer[ID_END] as number;
  const methodEnd = answer[METHOD_END] as number;
  if (idEnd !== 0) facts.id = MessageId.fromToken(bytes, answer[ID_START] as number, idEnd);
  if (methodEnd !== 0) {
    const start = answer[METHOD_START] as number;
    facts.method = decodeName(bytes, start, methodEnd, hashToken(bytes, start, methodEnd));
  }
  const argumentsEnd = answer[ARGUMENTS_END] as number;
  if (argumentsEnd !== 0) {
    const start = (answer[ARGUMENTS_START] as number) - TEXT_OFFSET;
    facts.argumentsSpan = { start, end: argumentsEnd - TEXT_OFFSET };
  }
  return true;
}

/** Checks unknown keys. Returns false if one can be confused with a protocol name. */
function noteOddKeys(bytes: Uint8Array, answer: Int32Array, facts: EnvelopeFacts): boolean {
  for (let index = 0; index < (answer[ODD_COUNT] as number); index++) {
    const at = places.odd / 4 + index * 3;
    const key = decodeUtf8(bytes, answer[at + 1] as number, answer[at + 2] as number);
    if (facts.recordKey(answer[at] as number, key) !== undefined) return false;
  }
  return true;
}
