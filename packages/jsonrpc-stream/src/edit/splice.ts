// Changes the text of strings inside a message and no other bytes: key order, white space, escapes and the spelling
// of numbers are preserved.

import { LF } from '../bytes/ascii.js';
import type { Batch, Message } from '../message/message.js';
import { type ParserOptions, parseMessage } from '../message/parse.js';
import { decodeStringToken, decodeUtf8 } from '../scan/utf8.js';
import { utf16Offsets } from './utf16-offsets.js';
import { type JsonVisitor, type WalkPosition, walkJson } from './walk.js';

export type JsonPath = readonly (string | number)[];

/** A string of a message: its path, and the position of its token (including quotes). */
export interface StringSpan {
  readonly path: JsonPath;
  readonly start: number;
  readonly end: number;
  /** True for the name of a member; `path` then ends with that name. */
  readonly isKey: boolean;
}

/** Replaces the bytes from `start` to `end` with `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One step of a path. It is linked to its parent, so that deeply nested strings share their parents. */
class Step {
  readonly #parent: Step | undefined;
  readonly #name: string | number;

  constructor(parent: Step | undefined, name: string | number) {
    this.#parent = parent;
    this.#name = name;
  }

  get path(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let step: Step | undefined = this; step !== undefined; step = step.#parent) path.push(step.#name);
    return path.reverse();
  }
}

class FoundString implements StringSpan {
  readonly #step: Step | undefined;
  readonly start: number;
  readonly end: number;
  readonly isKey: boolean;

  constructor(step: Step | undefined, start: number, end: number, isKey: boolean) {
    this.#step = step;
    this.start = start;
    this.end = end;
    this.isKey = isKey;
  }

  get path(): JsonPath {
    return this.#step?.path ?? [];
  }
}

/** Finds every string of valid JSON, including keys. */
export function findStrings(bytes: Uint8Array): StringSpan[] {
  const finder = createStringFinder(bytes);
  finder.step(bytes.length);
  return finder.spans;
}

/** Like `findStrings`, in steps of a limited number of bytes, for messages with many strings. */
export function createStringFinder(bytes: Uint8Array): {
  /** The strings that were found so far. */
  readonly spans: StringSpan[];
  /** Continues the search; returns true at the end. */
  step(length: number): boolean;
} {
  const spans: StringSpan[] = [];
  const walked: WalkPosition = { at: 0, keyNext: false, objects: [] };
  /** For each open container: the step that leads to it, its kind, and the name or index of the next value. */
  const open: { readonly step: Step | undefined; readonly isObject: boolean; next: string | number }[] = [];
  const stepToValue = (): Step | undefined => {
    const container = open.at(-1);
    if (container === undefined) return undefined;
    const step = new Step(container.step, container.next);
    if (typeof container.next === 'number') container.next++;
    return step;
  };
  const visitor: JsonVisitor = {
    open(isObject) {
      open.push({ step: stepToValue(), isObject, next: isObject ? '' : 0 });
      return undefined;
    },
    close() {
      open.pop();
      return undefined;
    },
    key(start, end) {
      const container = open.at(-1) as (typeof open)[number];
      container.next = decodeStringToken(bytes, start, end);
      spans.push(new FoundString(new Step(container.step, container.next), start, end, true));
      return undefined;
    },
    string(start, end) {
      spans.push(new FoundString(stepToValue(), start, end, false));
      return undefined;
    },
    other() {
      stepToValue();
      return undefined;
    },
  };
  return {
    spans,
    step(length) {
      walkJson(bytes, visitor, walked, Math.min(bytes.length, walked.at + length));
      return walked.at >= bytes.length;
    },
  };
}

/** Finds every number in valid JSON, as written. */
export function findNumbers(bytes: Uint8Array): string[] {
  const numbers: string[] = [];
  walkJson(bytes, {
    other(start, end) {
      const byte = bytes[start] as number;
      if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) numbers.push(decodeUtf8(bytes, start, end));
      return undefined;
    },
  });
  return numbers;
}

/**
 * Calls `visit` for every string token in valid JSON, including keys, until it returns `false`. This is faster than
 * `findStrings`, because nothing is stored.
 */
export function visitStrings(
  bytes: Uint8Array,
  visit: (start: number, end: number, isKey: boolean) => boolean | undefined,
  walked?: WalkPosition,
  until?: number,
): void {
  const visitor = {
    key: (start: number, end: number) => visit(start, end, true),
    string: (start: number, end: number) => visit(start, end, false),
  };
  walkJson(bytes, visitor, walked, until);
}

/** Returns the string value at a path, or undefined. */
export const findString = (bytes: Uint8Array, path: JsonPath): StringSpan | undefined =>
  findStrings(bytes).find(
    (span) =>
      !span.isKey && span.path.length === path.length && span.path.every((step, i) => step === path[i]),
  );

/** Returns the edit that replaces a whole string. */
export const replaceString = (span: StringSpan, text: string): Edit => ({
  start: span.start,
  end: span.end,
  text: JSON.stringify(text),
});

/** Replaces the UTF-16 units `from` to `to` of a string with `text`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Returns the edits that replace parts of one string and preserve the rest. The ranges must not overlap. */
export function replaceInString(bytes: Uint8Array, span: StringSpan, ranges: readonly TextRange[]): Edit[] {
  const offsets = utf16Offsets(bytes, span.start + 1, span.end - 1);
  const byteAt = (unit: number): number => offsets[unit] ?? span.end - 1;
  // Half of a character cannot be removed from its bytes, so a range that ends inside a character includes all of it.
  const endAt = (unit: number): number =>
    unit > 0 && offsets[unit] === offsets[unit - 1] ? byteAt(unit + 1) : byteAt(unit);
  return ranges.map(({ from, to, text }) => ({
    start: byteAt(from),
    end: endAt(to),
    text: JSON.stringify(text).slice(1, -1),
  }));
}

/** Returns the value of a string. Invalid UTF-8 is decoded as U+FFFD, as the receiver decodes it. */
export const decodeString = (bytes: Uint8Array, span: Pick<StringSpan, 'start' | 'end'>): string =>
  decodeStringToken(bytes, span.start, span.end);

const encoder = new TextEncoder();

/** Returns the bytes with all edits applied. The edits may be in any order and must not overlap. */
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

/** Returns the message with all edits applied, in the same framing. */
export function spliceMessage(message: Message, edits: readonly Edit[], options: ParserOptions): Message {
  const newline = message.frame.at(-1)?.at(-1) === LF ? '\n' : '';
  const spliced = spliceBytes(message.bytes, [
    ...edits,
    { start: message.bytes.length, end: message.bytes.length, text: newline },
  ]);
  const parsed = parseMessage(spliced, options) as Message | Batch | undefined;
  if (parsed?.kind !== message.kind) throw new TypeError('an edit made a message unreadable');
  return parsed as Message;
}
