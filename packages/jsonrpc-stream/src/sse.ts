// The framing of HTTP streams: server-sent events. Push chunks in, get events out, each with the bytes it came as,
// so that an event nobody objects to can be passed on untouched, comments and priming events included.

import { joinBytes } from './join-bytes.js';
import type { Incoming } from './message.js';
import { Parser, type ParserOptions } from './parse.js';
import { Pieces } from './pieces.js';
import { textOf } from './string-bytes.js';

/** One event, comment block or empty priming event, up to and including the blank line that ends it. */
export interface SseEvent {
  /** Exactly what arrived. */
  readonly frame: readonly Uint8Array[];
  /** The event's type; `message` where none is given. */
  readonly type: string;
  readonly lastEventId: string | undefined;
  /** What its data says; undefined for a comment, a priming event, or data that is blank. */
  readonly message: Incoming | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export class SseReader {
  readonly #parser: Parser;
  /** The bytes of the unfinished event, and how many there are. */
  readonly #pieces = new Pieces();
  #length = 0;
  #lineIsEmpty = true;
  #afterCr = false;
  /** A line end has closed the event; an LF that belongs to its CR may still follow. */
  #closing = false;
  #oversized = false;
  #first = true;

  constructor(options: ParserOptions) {
    this.#parser = new Parser(options);
  }

  /** The events that became complete with this chunk. The chunk must not be written to afterwards. */
  push(chunk: Uint8Array): SseEvent[] {
    const events: SseEvent[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#closing && !(byte === LF && this.#afterCr)) {
        events.push(this.#endEvent(chunk, start, at));
        start = at;
      }
      if (byte === LF && this.#afterCr) {
        this.#afterCr = false;
        // The second half of a CRLF whose first half ended an event in the last chunk: passed on by itself.
        this.#closing ||= this.#length === 0 && at === start;
      } else if (byte === LF || byte === CR) {
        this.#closing = this.#lineIsEmpty;
        this.#lineIsEmpty = true;
        this.#afterCr = byte === CR;
      } else {
        this.#lineIsEmpty = false;
        this.#afterCr = false;
      }
      // A lone LF ends an event for certain: pass it on at once instead of waiting for the next byte.
      if (this.#closing && !this.#afterCr) {
        events.push(this.#endEvent(chunk, start, at + 1));
        start = at + 1;
      }
    }
    // After a CR nobody can wait for an LF that may never come.
    if (this.#closing) {
      events.push(this.#endEvent(chunk, start, chunk.length));
      start = chunk.length;
    }
    this.#keep(chunk, start, chunk.length);
    return events;
  }

  /** The bytes of an event that never ended. It is not to be acted on: its end may be missing. */
  end(): readonly Uint8Array[] {
    this.#length = 0;
    return this.#pieces.take();
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.#length += end - start;
    const { maxBuffer } = this.#parser.limits;
    if (this.#length > maxBuffer) {
      this.#oversized = true;
      this.#pieces.clear();
    } else this.#pieces.add(chunk, start, end);
  }

  #endEvent(chunk: Uint8Array, start: number, end: number): SseEvent {
    this.#keep(chunk, start, end);
    const frame = this.#pieces.take();
    const oversized = this.#oversized;
    this.#length = 0;
    this.#closing = false;
    this.#oversized = false;
    const first = this.#first;
    this.#first = false;
    if (oversized) {
      const message = this.#parser.refuseOversized(chunk.subarray(start, end));
      return { frame: [], type: 'message', lastEventId: undefined, message };
    }
    return this.#read(frame, first);
  }

  #read(frame: readonly Uint8Array[], first: boolean): SseEvent {
    const bytes = joinBytes(frame);
    const data: Uint8Array[] = [];
    let type = 'message';
    let lastEventId: string | undefined;
    for (const { name, value } of fieldsOf(first ? withoutMark(bytes) : bytes)) {
      if (name === 'data') data.push(...(data.length === 0 ? [value] : [Uint8Array.of(LF), value]));
      else if (name === 'event') type = textOf(value, 0, value.length) || 'message';
      else if (name === 'id' && !value.includes(0)) lastEventId = textOf(value, 0, value.length);
    }
    return { frame, type, lastEventId, message: this.#parseData(data) };
  }

  #parseData(data: readonly Uint8Array[]): Incoming | undefined {
    if (data.length === 0) return undefined;
    const bytes = joinBytes(data);
    if (bytes.length > this.#parser.limits.maxMessage) {
      this.#parser.scan(bytes, 0, bytes.length);
      return this.#parser.refuseOversized(bytes);
    }
    // Several data lines are joined by LF, which is white space to JSON; the scanner knows lines only.
    const oneLine = data.length === 1 ? bytes : bytes.map((byte) => (byte === LF ? 0x20 : byte));
    this.#parser.scan(oneLine, 0, oneLine.length);
    return this.#parser.finish([oneLine]);
  }
}

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(3) : bytes;

/** The fields of an event in order. Comments have an empty name. */
function* fieldsOf(bytes: Uint8Array): Generator<{ name: string; value: Uint8Array }> {
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
    if (end > start) yield fieldOf(bytes.subarray(start, end));
    start = bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
  }
}

function fieldOf(line: Uint8Array): { name: string; value: Uint8Array } {
  const colon = line.indexOf(COLON);
  if (colon === -1) return { name: textOf(line, 0, line.length), value: new Uint8Array(0) };
  const value = line.subarray(line[colon + 1] === 0x20 ? colon + 2 : colon + 1);
  return { name: textOf(line, 0, colon), value };
}

/** The event with other data: its `id`, `event` and `retry` lines and comments stay, byte for byte. */
export function replaceEventData(event: SseEvent, data: Uint8Array): Uint8Array {
  const bytes = joinBytes(event.frame);
  const kept: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
    const next = bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
    const line = bytes.subarray(start, end);
    if (line.length > 0 && fieldOf(line).name !== 'data') kept.push(bytes.subarray(start, next));
    start = next;
  }
  const encoder = new TextEncoder();
  return joinBytes([...kept, encoder.encode('data: '), data, encoder.encode('\n\n')]);
}
