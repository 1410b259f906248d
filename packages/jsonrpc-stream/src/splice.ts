// Changes the text of strings inside a message and not one byte more: key order, white space, escapes and the
// spelling of numbers elsewhere stay as they were sent.

import type { Batch, Message } from './message.js';
import { type ParserOptions, parseMessage } from './parse.js';
import { decodeStringToken } from './string-bytes.js';
import { unitOffsets } from './unit-offsets.js';
import { walkJson } from './walk.js';

export type JsonPath = readonly (string | number)[];

/** A string of a message: its path, and where its token (quotes included) stands in the bytes. */
export interface StringSpan {
  readonly path: JsonPath;
  readonly start: number;
  readonly end: number;
  /** True for the name of a member; `path` then ends with that name. */
  readonly isKey: boolean;
}

/** Bytes from `start` up to `end` become `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every string of some valid JSON, keys included, wherever it hides. */
export function findStrings(bytes: Uint8Array): StringSpan[] {
  const spans: StringSpan[] = [];
  const path: (string | number)[] = [];
  const isObject: boolean[] = [];
  const nextElement = () => {
    if (isObject.at(-1) === false) (path[path.length - 1] as number)++;
  };
  walkJson(bytes, {
    open(object) {
      nextElement();
      isObject.push(object);
      path.push(object ? '' : -1);
      return undefined;
    },
    close() {
      isObject.pop();
      path.pop();
      return undefined;
    },
    key(start, end) {
      path[path.length - 1] = decodeStringToken(bytes, start, end);
      spans.push({ path: [...path], start, end, isKey: true });
      return undefined;
    },
    string(start, end) {
      nextElement();
      spans.push({ path: [...path], start, end, isKey: false });
      return undefined;
    },
    other() {
      nextElement();
      return undefined;
    },
  });
  return spans;
}

/** The string value at a path, if there is one. */
export const findString = (bytes: Uint8Array, path: JsonPath): StringSpan | undefined =>
  findStrings(bytes).find(
    (span) =>
      !span.isKey && span.path.length === path.length && span.path.every((step, i) => step === path[i]),
  );

/** The edit that replaces a whole string. */
export const replaceString = (span: StringSpan, text: string): Edit => ({
  start: span.start,
  end: span.end,
  text: JSON.stringify(text),
});

/** The UTF-16 units `from` up to `to` of a string become `text`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The edits that replace parts of one string and keep the spelling of the rest. Ranges must not overlap. */
export function replaceInString(bytes: Uint8Array, span: StringSpan, ranges: readonly TextRange[]): Edit[] {
  const offsets = unitOffsets(bytes, span.start + 1, span.end - 1);
  const byteAt = (unit: number): number => offsets[unit] ?? span.end - 1;
  return ranges.map(({ from, to, text }) => ({
    start: byteAt(from),
    end: byteAt(to),
    text: JSON.stringify(text).slice(1, -1),
  }));
}

/** The value of a string. What is not UTF-8 reads as U+FFFD, as it does for the receiver. */
export const textOfString = (bytes: Uint8Array, span: StringSpan): string =>
  decodeStringToken(bytes, span.start, span.end);

const encoder = new TextEncoder();

/** The bytes with all edits applied. Edits may come in any order and must not overlap. */
function spliceBytes(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = [...edits].sort((a, b) => a.start - b.start);
  const overlap = ordered.some(({ start }, i) => i > 0 && start < (ordered[i - 1] as Edit).end);
  if (overlap) throw new RangeError('edits of a message overlap');
  const inserts = ordered.map(({ text }) => encoder.encode(text));
  const grown = ordered.reduce(
    (sum, { start, end }, i) => sum + (inserts[i] as Uint8Array).length - (end - start),
    0,
  );
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  ordered.forEach(({ start, end }, i) => {
    result.set(bytes.subarray(read, start), written);
    written += start - read;
    result.set(inserts[i] as Uint8Array, written);
    written += (inserts[i] as Uint8Array).length;
    read = end;
  });
  result.set(bytes.subarray(read), written);
  return result;
}

/** The message with all edits applied, in the framing that it had. */
export function spliceMessage(message: Message, edits: readonly Edit[], options: ParserOptions): Message {
  const newline = message.frame.at(-1)?.at(-1) === 0x0a ? '\n' : '';
  const spliced = spliceBytes(message.bytes, [
    ...edits,
    { start: message.bytes.length, end: message.bytes.length, text: newline },
  ]);
  const parsed = parseMessage(spliced, options) as Message | Batch | undefined;
  if (parsed?.kind !== message.kind) throw new TypeError('an edit made a message unreadable');
  return parsed as Message;
}
