// The framing of stdio: one message per line. It takes chunks, which may end at any byte, and returns messages.

import { LF } from '../bytes/ascii.js';
import { byteView } from '../bytes/byte-view.js';
import { ChunkBuffer } from '../bytes/chunk-buffer.js';
import type { Incoming, Refusal } from '../message/message.js';
import { Parser, type ParserOptions, requireBytes } from '../message/parse.js';
import { invalidRequest } from '../message/violation.js';
import { decodeUtf8 } from '../scan/utf8.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const SAMPLE = 160;

const sampleOf = ([first]: readonly Uint8Array[]): string =>
  first === undefined ? '' : decodeUtf8(first, 0, Math.min(first.length, SAMPLE));

/**
 * Reads newline-delimited JSON-RPC.
 *
 * @example
 * const reader = new NdjsonReader({ sender: 'server' });
 * for (const message of reader.push(chunk)) console.log(message.kind);
 */
export class NdjsonReader {
  readonly #parser: Parser;
  /** The pieces of the incomplete line, and their total length. Beyond the limit, only a sample is stored. */
  readonly #pieces = new ChunkBuffer();
  #length = 0;
  #sample: Uint8Array | undefined;
  /** True while the rest of a rejected line is skipped. */
  #skipping = false;
  /**
   * The number of bytes of a byte order mark that were seen at the start of the stream; 3 after the start has been
   * checked.
   */
  #markSeen = 0;

  constructor(options: ParserOptions) {
    this.#parser = new Parser(options);
  }

  /** Returns the messages that this chunk completes, in order. The chunk must not be changed afterwards. */
  push(chunk: Uint8Array): Incoming[] {
    requireBytes(chunk);
    const incoming: Incoming[] = [];
    let start = this.#markSeen < 3 ? this.#passMark(chunk) : 0;
    for (;;) {
      const newline = chunk.indexOf(LF, start);
      if (newline === -1) break;
      const item = this.#endLine(chunk, start, newline);
      if (item !== undefined) incoming.push(item);
      start = newline + 1;
    }
    if (start < chunk.length) {
      const refusal = this.#continueLine(chunk, start);
      if (refusal !== undefined) incoming.push(refusal);
    } else this.#parser.release();
    return incoming;
  }

  /** Call when the stream has ended. A line without a newline is rejected, because its end may be missing. */
  end(): Refusal | undefined {
    if (this.#length === 0 || this.#skipping) return undefined;
    if (this.#sample !== undefined) return this.#refuseOversized();
    const frame = this.#pieces.takeChunks();
    this.#length = 0;
    const last = this.#parser.finish(frame);
    if (last === undefined || last.kind === 'refused') return last;
    const { code, reason } = invalidRequest('the stream ended before the newline');
    const id = last.kind === 'batch' ? undefined : last.id;
    const isResponse = last.kind === 'response';
    return {
      kind: 'refused',
      code,
      reason,
      id,
      isResponse,
      mayBeResponse: isResponse,
      limit: undefined,
      frame,
      sample: sampleOf(frame),
    };
  }

  // Skips a byte order mark at the start of the stream. In any other place, it is rejected.
  #passMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#markSeen < 3 && at < chunk.length) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.#markSeen]) {
        if (this.#markSeen > 0) this.#keep(new Uint8Array(BYTE_ORDER_MARK.slice(0, this.#markSeen)), 0);
        this.#markSeen = 3;
        break;
      }
      at++;
      this.#markSeen++;
    }
    return at;
  }

  #endLine(chunk: Uint8Array, start: number, newline: number): Incoming | undefined {
    if (this.#skipping) {
      this.#skipping = false;
      return undefined;
    }
    const length = this.#length + newline - start;
    const end = byteView(chunk, start, newline + 1);
    this.#parser.scan(end, 0, newline - start);
    if (length > this.#parser.limits.maxMessage) {
      this.#sample ??= this.#firstBytes(chunk, start);
      return this.#refuseOversized();
    }
    if (this.#length === 0) return this.#parser.finish([end]);
    this.#length = 0;
    return this.#parser.finish([...this.#pieces.takeChunks(), end]);
  }

  #continueLine(chunk: Uint8Array, start: number): Refusal | undefined {
    if (this.#skipping) return undefined;
    this.#keep(chunk, start);
    const { maxMessage, maxBuffer } = this.#parser.limits;
    if (this.#length > maxMessage && this.#sample === undefined) {
      this.#sample = this.#firstBytes(chunk, start);
      this.#pieces.clear();
    }
    if (this.#length <= maxBuffer || this.#sample === undefined) return undefined;
    this.#skipping = true;
    return this.#refuseOversized();
  }

  #keep(chunk: Uint8Array, start: number): void {
    this.#parser.scan(chunk, start, chunk.length);
    this.#length += chunk.length - start;
    if (this.#sample === undefined) this.#pieces.add(chunk, start, chunk.length);
  }

  #firstBytes(chunk: Uint8Array, start: number): Uint8Array {
    const first = this.#pieces.takeChunks()[0] ?? chunk.subarray(start);
    return first.slice(0, SAMPLE);
  }

  #refuseOversized(): Refusal {
    const refusal = this.#parser.refuseOversized(this.#sample as Uint8Array);
    this.#pieces.clear();
    this.#length = 0;
    this.#sample = undefined;
    return refusal;
  }
}
