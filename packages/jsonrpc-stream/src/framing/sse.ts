// The framing of HTTP streams: server-sent events. It takes chunks and returns events with their original bytes, so
// that allowed events are forwarded unchanged, including comments and priming events.

import { COLON, CR, LF, SPACE } from '../bytes/ascii.js';
import { ChunkBuffer } from '../bytes/chunk-buffer.js';
import { joinBytes } from '../bytes/join-bytes.js';
import type { Incoming, Refusal } from '../message/message.js';
import { Parser, type ParserOptions, requireBytes } from '../message/parse.js';
import { decodeUtf8 } from '../scan/utf8.js';
import { toSingleLine } from './single-line.js';

/** One event, comment block or empty priming event, including the blank line at its end. */
export interface SseEvent {
  /** The original bytes. */
  readonly frame: readonly Uint8Array[];
  /** The type of the event; `message` by default. */
  readonly type: string;
  readonly lastEventId: string | undefined;
  /** The time to wait before reconnecting, in milliseconds, if the event contains it. */
  readonly retry: number | undefined;
  /** The message in its data; undefined for a comment, a priming event, or blank data. */
  readonly message: Incoming | undefined;
}

const DIGITS = /^\d{1,15}$/;
const NO_BYTES = new Uint8Array(0);
/** The number of bytes at the start of an oversized event that are searched for its fields and the id of its message. */
const HEAD = 4096;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export class SseReader {
  readonly #parser: Parser;
  /** The bytes of the incomplete event, and their number. */
  readonly #pieces = new ChunkBuffer();
  #length = 0;
  #lineIsEmpty = true;
  #afterCr = false;
  /** True if a line end has completed the event; an LF after its CR may still follow. */
  #closing = false;
  /** The first bytes of an oversized event; otherwise undefined. */
  #head: Uint8Array | undefined;
  #first = true;

  constructor(options: ParserOptions) {
    this.#parser = new Parser(options);
  }

  /** Returns the events that this chunk completes. The chunk must not be changed afterwards. */
  push(chunk: Uint8Array): SseEvent[] {
    requireBytes(chunk);
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
        // The LF of a CRLF whose CR ended an event in the previous chunk is returned separately.
        this.#closing ||= this.#length === 0 && at === start;
      } else if (byte === LF || byte === CR) {
        this.#closing = this.#lineIsEmpty;
        this.#lineIsEmpty = true;
        this.#afterCr = byte === CR;
      } else {
        this.#lineIsEmpty = false;
        this.#afterCr = false;
      }
      // If the event ends with an LF, its line end is complete, so the event is returned immediately.
      if (this.#closing && !this.#afterCr) {
        events.push(this.#endEvent(chunk, start, at + 1));
        start = at + 1;
      }
    }
    // After a CR, the reader must not wait for an LF that may never arrive.
    if (this.#closing) {
      events.push(this.#endEvent(chunk, start, chunk.length));
      start = chunk.length;
    }
    this.#keep(chunk, start, chunk.length);
    return events;
  }

  /** Returns the bytes of an incomplete event. It must not be processed, because its end may be missing. */
  end(): readonly Uint8Array[] {
    this.#length = 0;
    return this.#pieces.takeChunks();
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.#length += end - start;
    const { maxBuffer } = this.#parser.limits;
    if (this.#length > maxBuffer) {
      this.#head ??= beginningOf([...this.#pieces.takeChunks(), chunk.subarray(start, end)]);
      this.#pieces.clear();
    } else this.#pieces.add(chunk, start, end);
  }

  #endEvent(chunk: Uint8Array, start: number, end: number): SseEvent {
    this.#keep(chunk, start, end);
    const frame = this.#pieces.takeChunks();
    const head = this.#head;
    this.#length = 0;
    this.#closing = false;
    this.#head = undefined;
    const first = this.#first;
    this.#first = false;
    if (head === undefined) return this.#read(frame, first);
    // The fields before the data are kept, because without `id` a client could not resume after this event.
    const whole = Math.max(head.lastIndexOf(LF), head.lastIndexOf(CR)) + 1;
    const fields = [withoutData(head.subarray(0, whole))];
    return { ...this.#read(fields, first), message: this.#refuse(head, first) };
  }

  /** Rejects an event that is too long to parse. The id of its message is usually at its beginning. */
  #refuse(head: Uint8Array, first: boolean): Refusal {
    const lines = [...linesOf(first ? withoutMark(head) : head)].filter((line) => nameOf(line) === 'data');
    const data = joinBytes(lines.map(dataOf));
    this.#parser.scan(data, 0, data.length);
    return this.#parser.refuseOversized(data);
  }

  #read(frame: readonly Uint8Array[], first: boolean): SseEvent {
    const bytes = joinBytes(frame);
    let data: DataLines | undefined;
    let type = 'message';
    let lastEventId: string | undefined;
    let retry: number | undefined;
    for (const line of linesOf(first ? withoutMark(bytes) : bytes)) {
      const name = nameOf(line);
      if (name === 'data') {
        data ??= new DataLines(bytes.length);
        data.add(dataOf(line));
      } else if (name === 'event') type = asText(dataOf(line)) || 'message';
      else if (name === 'id' && !dataOf(line).includes(0)) lastEventId = asText(dataOf(line));
      else if (name === 'retry' && DIGITS.test(asText(dataOf(line)))) retry = Number(asText(dataOf(line)));
    }
    return { frame, type, lastEventId, retry, message: data && this.#parseData(data.joined) };
  }

  #parseData(bytes: Uint8Array): Incoming | undefined {
    this.#parser.scan(bytes, 0, bytes.length);
    if (bytes.length > this.#parser.limits.maxMessage) return this.#parser.refuseOversized(bytes);
    return this.#parser.finish([bytes]);
  }
}

/** The data of an event. Its lines are joined with LF, which is white space in JSON. */
class DataLines {
  readonly #bytes: Uint8Array;
  #length = -1;

  constructor(maxLength: number) {
    this.#bytes = new Uint8Array(maxLength);
  }

  add(line: Uint8Array): void {
    if (this.#length >= 0) this.#bytes[this.#length] = LF;
    this.#bytes.set(line, this.#length + 1);
    this.#length += line.length + 1;
  }

  get joined(): Uint8Array {
    return toSingleLine(this.#bytes.subarray(0, this.#length));
  }
}

/** Copies the first bytes, so that the chunks can be released. */
function beginningOf(pieces: readonly Uint8Array[]): Uint8Array {
  const beginning = new Uint8Array(HEAD);
  let length = 0;
  for (const piece of pieces) {
    if (length === HEAD) break;
    const part = piece.subarray(0, HEAD - length);
    beginning.set(part, length);
    length += part.length;
  }
  return beginning.subarray(0, length);
}

const asText = (bytes: Uint8Array): string => decodeUtf8(bytes, 0, bytes.length);

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(3) : bytes;

/** Yields the lines of an event that are not empty, without line ends. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = endOfLine(bytes, start);
    if (end > start) yield bytes.subarray(start, end);
    start = startOfNext(bytes, end);
  }
}

function endOfLine(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

const startOfNext = (bytes: Uint8Array, end: number): number =>
  bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;

/** Returns the name of the field in a line, or an empty name for a comment. */
function nameOf(line: Uint8Array): string {
  const colon = line.indexOf(COLON);
  return decodeUtf8(line, 0, colon === -1 ? line.length : colon);
}

/** Returns the value of the field in a line. */
function dataOf(line: Uint8Array): Uint8Array {
  const colon = line.indexOf(COLON);
  if (colon === -1) return NO_BYTES;
  return line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1);
}

/**
 * Replaces the data of an event and preserves its comments and its lines for `id`, `event` and `retry`. Without data,
 * clients dispatch no event, but they still learn the position from which to resume.
 */
export function replaceEventData(event: SseEvent, data: Uint8Array | undefined): Uint8Array {
  const kept = withoutData(joinBytes(event.frame));
  const encoder = new TextEncoder();
  if (data !== undefined) return joinBytes([kept, encoder.encode('data: '), data, encoder.encode('\n\n')]);
  return kept.length === 0 ? kept : joinBytes([kept, encoder.encode('\n')]);
}

/** Returns the lines of an event that are not empty and not data, with line ends. */
function withoutData(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = endOfLine(bytes, start);
    const next = startOfNext(bytes, end);
    // The line may begin with a byte order mark, which readers remove from the first line of a stream.
    const line = withoutMark(bytes.subarray(start, end));
    if (line.length > 0 && nameOf(line) !== 'data') kept.push(bytes.subarray(start, next));
    start = next;
  }
  return joinBytes(kept);
}
