// Reads the bytes of a message once, piece by piece as they arrive. Checks that they are JSON within the limits, and
// collects the facts about the envelope. Builds no objects and stores no bytes; the caller decides what to do with the
// result.
//
// It is a hand-written state machine because a parser is needed that can pause at any byte, reports duplicate keys, never
// recurses, and reads the id of a 10 MB response without building objects.

import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  CR,
  LOWER_U,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  TAB,
} from '../bytes/ascii.js';
import type { Limits } from '../message/limits.js';
import { invalidRequest, parseError, type Violation } from '../message/violation.js';
import type { EnvelopeFacts } from './envelope-facts.js';
import { EnvelopeTracker } from './envelope-tracker.js';
import { firstNumberState, isCompleteNumber, nextNumberState } from './number-grammar.js';
import { State } from './scanner-state.js';
import { isHexDigit, isSimpleEscape, StringSkipper } from './string-skipper.js';
import { Utf8Validator } from './utf8.js';

const literalOf = (firstByte: number): string | undefined =>
  firstByte === 0x74 ? 'true' : firstByte === 0x66 ? 'false' : firstByte === 0x6e ? 'null' : undefined;

export interface ScannerOptions {
  readonly limits: Limits;
  /** Detects duplicate keys in every object, not only in the envelope. */
  readonly uniqueKeys: boolean;
  /** Accepts invalid UTF-8: the receiver replaces it with U+FFFD, and decoding text here does so as well. */
  readonly lenientUtf8: boolean;
}

export class Scanner {
  readonly #options: ScannerOptions;
  readonly #skipper = new StringSkipper();
  readonly #utf8 = new Utf8Validator();
  readonly #envelope: EnvelopeTracker;
  #violation: Violation | undefined;
  #state: number = State.start;
  #offset = 0; // Added to a position in the chunk, gives the position in the message.
  #inKey = false;
  #hexLeft = 0;
  #literal = '';
  #literalAt = 0;

  constructor(options: ScannerOptions) {
    this.#options = options;
    this.#envelope = new EnvelopeTracker(options.limits.maxDepth, options.uniqueKeys);
  }

  /** The facts about the envelope. */
  get facts(): EnvelopeFacts {
    return this.#envelope.facts;
  }

  /** The first error in the bytes so far. After an error, further bytes are ignored. */
  get violation(): Violation | undefined {
    return this.#violation;
  }

  reset(): void {
    this.#envelope.reset();
    this.#utf8.reset();
    this.#violation = undefined;
    this.#state = State.start;
    this.#offset = 0;
    this.#inKey = false;
  }

  /** Releases the last chunk, so that an idle reader keeps no memory. */
  release(): void {
    this.#skipper.release();
  }

  /** Scans `bytes[from, to)`, the next piece of the message. */
  scan(bytes: Uint8Array, from: number, to: number): void {
    if (this.#violation !== undefined) return;
    this.#skipper.use(bytes);
    this.#envelope.enterChunk(from);
    this.#offset -= from;
    let at = from;
    while (at < to) {
      at = this.#state === State.string ? this.#string(bytes, at, to) : this.#step(bytes, at);
      if (this.#violation !== undefined) return;
    }
    this.#envelope.leaveChunk(bytes, to);
    this.#offset += to;
  }

  /** Call when the message has ended: `violation` and `facts` are final then. */
  finish(): void {
    if (this.#violation !== undefined) return;
    const numberEnds = this.#envelope.depth === 0 && isCompleteNumber(this.#state);
    const complete =
      this.#state === State.done ||
      this.#state === State.afterCr ||
      this.#state === State.start ||
      numberEnds;
    if (!complete) this.#refuse(parseError('the message ends in the middle of a value'));
    this.#envelope.finish();
  }

  // Scans inside a string. Plain text is skipped in large steps, because most bytes of large messages are string
  // text.
  #string(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (!this.#utf8.open) {
        at = this.#skipper.textEnd(at, to);
        if (at === to) break;
        const byte = bytes[at] as number;
        if (byte === QUOTE) return this.#endString(bytes, at + 1);
        if (byte === BACKSLASH) {
          this.#state = State.escape;
          return at + 1;
        }
        if (byte < SPACE) return this.#unexpected(byte, at, 'inside a string');
      }
      at = this.#utf8.skip(bytes, at, to, this.#options.lenientUtf8);
      if (at === -1) return this.#refuse(parseError('the message is not valid UTF-8'));
    }
    return at;
  }

  #endString(bytes: Uint8Array, end: number): number {
    if (this.#inKey) {
      this.#state = State.afterKey;
      const problem = this.#envelope.endKey(bytes, end);
      if (problem !== undefined) this.#refuse(problem);
    } else {
      this.#endValue();
      this.#envelope.endScalar(bytes, end);
    }
    return end;
  }

  // Scans one byte outside of plain string text.
  #step(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] as number;
    if (this.#state >= State.minus) {
      const next = nextNumberState(this.#state, byte);
      if (next === 0) return this.#endNumber(bytes, byte, at);
      this.#state = next;
      return at + 1;
    }
    switch (this.#state) {
      case State.escape:
        return this.#escape(byte, at);
      case State.hex:
        if (!isHexDigit(byte)) return this.#unexpected(byte, at, 'in a \\u escape');
        if (--this.#hexLeft === 0) this.#state = State.string;
        return at + 1;
      case State.literal:
        return this.#continueLiteral(byte, at);
      case State.afterCr:
        return this.#strayCarriageReturn();
    }
    if (byte === SPACE || byte === TAB) return at + 1;
    if (byte === CR) return this.#carriageReturn(at);
    return this.#structure(byte, at);
  }

  #structure(byte: number, at: number): number {
    switch (this.#state) {
      case State.afterValue:
        if (byte !== COMMA) return this.#close(byte, at);
        this.#state = this.#envelope.inObject ? State.key : State.value;
        return at + 1;
      case State.afterKey:
        if (byte !== COLON) return this.#unexpected(byte, at, 'after a key');
        this.#state = State.value;
        return at + 1;
      case State.firstKey:
        return byte === CLOSE_BRACE ? this.#close(byte, at) : this.#beginKey(byte, at);
      case State.key:
        return this.#beginKey(byte, at);
      case State.firstElement:
        return byte === CLOSE_BRACKET ? this.#close(byte, at) : this.#beginValue(byte, at);
      case State.value:
        return this.#beginValue(byte, at);
      case State.start:
        if (byte === 0xef) return this.#refuse(parseError('the message begins with a byte order mark'));
        this.facts.shape = byte === OPEN_BRACE ? 'object' : byte === OPEN_BRACKET ? 'array' : 'scalar';
        return this.#beginValue(byte, at);
      default:
        return this.#unexpected(byte, at, 'after the end of the message');
    }
  }

  #beginKey(byte: number, at: number): number {
    if (byte !== QUOTE) return this.#unexpected(byte, at, 'where a key is expected');
    this.#state = State.string;
    this.#inKey = true;
    this.#envelope.beginKey(at);
    return at + 1;
  }

  #beginValue(byte: number, at: number): number {
    this.#envelope.beginValue(byte);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return this.#open(byte, at);
    const literal = literalOf(byte);
    if (literal !== undefined) {
      this.#state = State.literal;
      this.#literal = literal;
      this.#literalAt = 1;
      return at + 1;
    }
    this.#envelope.beginScalar(at);
    if (byte === QUOTE) {
      this.#state = State.string;
      this.#inKey = false;
      return at + 1;
    }
    const number = firstNumberState(byte);
    if (number === 0) return this.#unexpected(byte, at, 'where a value is expected');
    this.#state = number;
    return at + 1;
  }

  #open(byte: number, at: number): number {
    const isObject = byte === OPEN_BRACE;
    if (!this.#envelope.open(isObject)) {
      const { maxDepth } = this.#options.limits;
      return this.#refuse(invalidRequest(`the message is nested deeper than ${maxDepth} levels`));
    }
    this.#state = isObject ? State.firstKey : State.firstElement;
    return at + 1;
  }

  #close(byte: number, at: number): number {
    const closing = this.#envelope.inObject ? CLOSE_BRACE : CLOSE_BRACKET;
    if (byte !== closing) return this.#unexpected(byte, at, 'after a value');
    this.#envelope.close();
    this.#endValue();
    return at + 1;
  }

  #escape(byte: number, at: number): number {
    if (byte === LOWER_U) {
      this.#state = State.hex;
      this.#hexLeft = 4;
    } else if (isSimpleEscape(byte)) this.#state = State.string;
    else return this.#unexpected(byte, at, 'after a backslash');
    return at + 1;
  }

  #continueLiteral(byte: number, at: number): number {
    if (byte !== this.#literal.charCodeAt(this.#literalAt)) {
      return this.#unexpected(byte, at, `in \`${this.#literal}\``);
    }
    this.#literalAt++;
    if (this.#literalAt === this.#literal.length) this.#endValue();
    return at + 1;
  }

  // Ends a number. The byte after the number belongs to the next token, so it is scanned again.
  #endNumber(bytes: Uint8Array, byte: number, at: number): number {
    if (!isCompleteNumber(this.#state)) return this.#unexpected(byte, at, 'in a number');
    this.#endValue();
    this.#envelope.endScalar(bytes, at);
    return at;
  }

  // CR is white space in JSON, but some readers treat it as a line end. Only a CR directly before LF is accepted.
  #carriageReturn(at: number): number {
    if (this.#state !== State.done && this.#state !== State.start) return this.#strayCarriageReturn();
    this.#state = State.afterCr;
    return at + 1;
  }

  #endValue(): void {
    this.#state = this.#envelope.depth === 0 ? State.done : State.afterValue;
  }

  #strayCarriageReturn(): number {
    return this.#refuse(invalidRequest('a carriage return is not at the end of the line'));
  }

  #unexpected(byte: number, at: number, where: string): number {
    const printable = byte > SPACE && byte < 0x7f;
    const what = printable ? `\`${String.fromCharCode(byte)}\`` : `0x${byte.toString(16).padStart(2, '0')}`;
    return this.#refuse(parseError(`unexpected ${what} ${where}, at byte ${this.#offset + at}`));
  }

  /** Records the first violation. The returned position is not used, because scanning stops here. */
  #refuse(violation: Violation): number {
    this.#violation ??= violation;
    this.#envelope.abort();
    return 0;
  }
}
