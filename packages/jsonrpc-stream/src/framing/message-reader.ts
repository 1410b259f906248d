// Reads one message that arrives in pieces and whose end the transport signals, such as the body of an HTTP message.

import { LF } from '../bytes/ascii.js';
import { ChunkBuffer } from '../bytes/chunk-buffer.js';
import type { Incoming } from '../message/message.js';
import { Parser, type ParserOptions, requireBytes } from '../message/parse.js';

const LINE_FEED = Uint8Array.of(LF);

/** The original bytes and the message. The message is undefined if there is only white space. */
export interface WholeMessage {
  readonly frame: readonly Uint8Array[];
  readonly message: Incoming | undefined;
}

/** Scans each piece when it arrives, and stores it. Small pieces are joined to save memory. */
export class MessageReader {
  readonly #parser: Parser;
  readonly #pieces = new ChunkBuffer();
  #length = 0;
  /** True if the last piece ended with a newline, which belongs to the framing unless more text follows. */
  #newline = false;

  constructor(options: ParserOptions) {
    this.#parser = new Parser(options);
  }

  /** Adds a piece. Its bytes must not be changed afterwards. */
  add(piece: Uint8Array): void {
    requireBytes(piece);
    if (piece.length === 0) return;
    if (this.#newline) this.#scan(LINE_FEED, 1);
    this.#newline = piece[piece.length - 1] === LF;
    this.#scan(piece, this.#newline ? piece.length - 1 : piece.length);
    this.#pieces.add(piece, 0, piece.length);
  }

  /** Returns the message. The next piece begins another one. */
  end(): WholeMessage {
    const frame = this.#pieces.takeChunks();
    const parser = this.#parser;
    const isTooLong = this.#length > parser.limits.maxMessage;
    const message = isTooLong ? parser.refuseOversized(frame[0] as Uint8Array) : parser.finish(frame);
    parser.release();
    this.#length = 0;
    this.#newline = false;
    return { frame, message };
  }

  #scan(bytes: Uint8Array, length: number): void {
    this.#parser.scan(bytes, 0, length);
    this.#length += length;
  }
}
