// One look at the bytes of a message, in as many pieces as they arrive in: is it JSON within the limits, and
// what is its envelope? Builds no objects and keeps no bytes; what to do about the answer is left to others.
//
// A hand-written state machine because nothing else is resumable at any byte, reports duplicate keys, never
// recurses, and learns the id of a 10 MB answer without parsing it into objects.

import { Containers, Role } from './containers.js';
import { EnvelopeFacts } from './envelope-facts.js';
import { firstNumberState, isCompleteNumber, NumberState, nextNumberState } from './json-number.js';
import { KeyLedger } from './key-ledger.js';
import type { Limits } from './limits.js';
import { hashOfToken, nameOfToken } from './names.js';
import { Chunk, isSimpleEscape, Utf8Check } from './string-bytes.js';
import { TokenCapture } from './token-capture.js';
import { notAccepted, notJson, type Violation } from './violation.js';

// What the machine waits for. For `{"a":[1]}` it goes START → FIRST_KEY → STRING → COLON → VALUE → FIRST_ELEMENT →
// (a number) → AFTER_VALUE → AFTER_VALUE → DONE. The states of a number come on top of these, in `json-number.ts`.
const START = 0; // the message: nothing but white space so far
const VALUE = 1; // any value
const FIRST_ELEMENT = 2; // any value, or `]`
const FIRST_KEY = 3; // a key, or `}`
const KEY = 4; // a key
const COLON = 5; // the colon behind a key
const AFTER_VALUE = 6; // `,` or the end of the container
const DONE = 7; // white space, or the CR of a CRLF
const AFTER_CR = 8; // nothing: the line must end here
const STRING = 9; // the text of a string, or its end
const ESCAPE = 10; // what follows a backslash
const HEX = 11; // the digits of a \u escape
const LITERAL = 12; // the rest of true, false or null

const TAB = 0x09;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON_BYTE = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isHexDigit = (byte: number): boolean => {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
};

const literalOf = (firstByte: number): string | undefined =>
  firstByte === 0x74 ? 'true' : firstByte === 0x66 ? 'false' : firstByte === 0x6e ? 'null' : undefined;

export interface ScannerOptions {
  readonly limits: Limits;
  /** Notice keys that appear twice in any object, not only in the envelope. */
  readonly uniqueKeys: boolean;
  /** Let bytes pass that are not UTF-8: the peer will replace them, and so do we when we read the text. */
  readonly lenientUtf8: boolean;
}

export class Scanner {
  readonly facts = new EnvelopeFacts();
  readonly #options: ScannerOptions;
  readonly #chunk = new Chunk();
  readonly #utf8 = new Utf8Check();
  readonly #keys: KeyLedger;
  readonly #capture = new TokenCapture();
  readonly #containers: Containers;
  #violation: Violation | undefined;
  #state = START;
  #offset = 0; // position in the message = position in the chunk + this
  #inKey = false;
  #hexLeft = 0;
  #literal = '';
  #literalAt = 0;

  constructor(options: ScannerOptions) {
    this.#options = options;
    this.#containers = new Containers(options.limits.maxDepth);
    this.#keys = new KeyLedger(options.limits.maxDepth);
  }

  /** What is wrong with the bytes so far. Once set, further bytes are not looked at. */
  get violation(): Violation | undefined {
    return this.#violation;
  }

  reset(): void {
    this.facts.reset();
    this.#keys.reset();
    this.#utf8.reset();
    this.#capture.reset();
    this.#containers.reset();
    this.#violation = undefined;
    this.#state = START;
    this.#offset = 0;
    this.#inKey = false;
  }

  /** Forgets the last chunk, so that it can be freed while nothing arrives. */
  release(): void {
    this.#chunk.release();
  }

  /** Looks at `bytes[from, to)`, the next piece of the message. */
  scan(bytes: Uint8Array, from: number, to: number): void {
    if (this.#violation !== undefined) return;
    this.#chunk.use(bytes);
    this.#capture.enterChunk(from);
    this.#offset -= from;
    let at = from;
    while (at < to) {
      at = this.#state === STRING ? this.#string(bytes, at, to) : this.#step(bytes, at);
      if (this.#violation !== undefined) return;
    }
    this.#capture.leaveChunk(bytes, to);
    this.#offset += to;
  }

  /** To be called when the message is over; then `violation` and `facts` are final. */
  finish(): void {
    if (this.#violation !== undefined) return;
    const numberEnds = this.#containers.depth === 0 && isCompleteNumber(this.#state);
    const complete = this.#state === DONE || this.#state === AFTER_CR || this.#state === START || numberEnds;
    if (!complete) this.#refuse(notJson('it ends in the middle of a value'));
    this.facts.mayRepeatKeys = this.#keys.suspicious;
  }

  // Inside a string. Plain text is skipped in bulk, which is where large messages spend their bytes.
  #string(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (!this.#utf8.open) {
        at = this.#chunk.textEnd(at, to);
        if (at === to) break;
        const byte = bytes[at] as number;
        if (byte === QUOTE) return this.#endString(bytes, at + 1);
        if (byte === BACKSLASH) {
          this.#state = ESCAPE;
          return at + 1;
        }
        if (byte < SPACE) return this.#unexpected(byte, at, 'inside a string');
      }
      at = this.#skipUtf8(bytes, at, to);
      if (at === -1) return this.#refuse(notJson('it is not valid UTF-8'));
    }
    return at;
  }

  #skipUtf8(bytes: Uint8Array, from: number, to: number): number {
    const end = this.#utf8.skip(bytes, from, to);
    if (end !== -1 || !this.#options.lenientUtf8) return end;
    // A broken sequence never hides an ASCII byte: for every decoder that byte still means itself.
    this.#utf8.reset();
    let at = from;
    while (at < to && (bytes[at] as number) >= 0x80) at++;
    return at;
  }

  #endString(bytes: Uint8Array, end: number): number {
    if (this.#inKey) {
      this.#state = COLON;
      this.#endKey(bytes, end);
    } else {
      this.#endValue();
      this.#endScalar(bytes, end);
    }
    return end;
  }

  // Outside of plain string text: one byte at a time.
  #step(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] as number;
    if (this.#state >= NumberState.minus) {
      const next = nextNumberState(this.#state, byte);
      if (next === 0) return this.#endNumber(bytes, byte, at);
      this.#state = next;
      return at + 1;
    }
    switch (this.#state) {
      case ESCAPE:
        return this.#escape(byte, at);
      case HEX:
        if (!isHexDigit(byte)) return this.#unexpected(byte, at, 'in a \\u escape');
        if (--this.#hexLeft === 0) this.#state = STRING;
        return at + 1;
      case LITERAL:
        return this.#continueLiteral(byte, at);
      case AFTER_CR:
        return this.#strayCarriageReturn();
    }
    if (byte === SPACE || byte === TAB) return at + 1;
    if (byte === CR) return this.#carriageReturn(at);
    return this.#structure(byte, at);
  }

  #structure(byte: number, at: number): number {
    switch (this.#state) {
      case AFTER_VALUE:
        if (byte !== COMMA) return this.#close(byte, at);
        this.#state = this.#containers.isObject ? KEY : VALUE;
        return at + 1;
      case COLON:
        if (byte !== COLON_BYTE) return this.#unexpected(byte, at, 'after a key');
        this.#state = VALUE;
        return at + 1;
      case FIRST_KEY:
        return byte === CLOSE_BRACE ? this.#close(byte, at) : this.#beginKey(byte, at);
      case KEY:
        return this.#beginKey(byte, at);
      case FIRST_ELEMENT:
        return byte === CLOSE_BRACKET ? this.#close(byte, at) : this.#beginValue(byte, at);
      case VALUE:
        return this.#beginValue(byte, at);
      case START:
        if (byte === 0xef) return this.#refuse(notJson('it begins with a byte order mark'));
        this.facts.shape = byte === OPEN_BRACE ? 'object' : byte === OPEN_BRACKET ? 'array' : 'scalar';
        return this.#beginValue(byte, at);
      default:
        return this.#unexpected(byte, at, 'after the end of the message');
    }
  }

  #beginKey(byte: number, at: number): number {
    if (byte !== QUOTE) return this.#unexpected(byte, at, 'where a key should begin');
    this.#state = STRING;
    this.#inKey = true;
    if (this.#options.uniqueKeys || this.#containers.role !== Role.opaque) this.#capture.begin(at);
    return at + 1;
  }

  #beginValue(byte: number, at: number): number {
    const inEnvelope = this.#containers.role === Role.envelope;
    if (inEnvelope) this.facts.noteKind(byte);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return this.#open(byte, at);
    const literal = literalOf(byte);
    if (literal !== undefined) {
      this.#state = LITERAL;
      this.#literal = literal;
      this.#literalAt = 1;
      return at + 1;
    }
    if (inEnvelope && this.facts.wantsToken) this.#capture.begin(at);
    if (byte === QUOTE) {
      this.#state = STRING;
      this.#inKey = false;
      return at + 1;
    }
    const number = firstNumberState(byte);
    if (number === 0) return this.#unexpected(byte, at, 'where a value should begin');
    this.#state = number;
    return at + 1;
  }

  #open(byte: number, at: number): number {
    const isObject = byte === OPEN_BRACE;
    if (!this.#containers.push(isObject, this.#roleOfChild())) {
      const { maxDepth } = this.#options.limits;
      return this.#refuse(notAccepted(`it is nested deeper than ${maxDepth} levels`));
    }
    this.#state = isObject ? FIRST_KEY : FIRST_ELEMENT;
    if (isObject && this.#options.uniqueKeys) this.#keys.enter();
    return at + 1;
  }

  #roleOfChild(): number {
    return this.#containers.depth === 0 ? Role.envelope : this.facts.roleOfValue(this.#containers.role);
  }

  #close(byte: number, at: number): number {
    const isObject = this.#containers.isObject;
    if (byte !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return this.#unexpected(byte, at, 'after a value');
    if (isObject && this.#options.uniqueKeys) this.#keys.leave();
    this.#containers.pop();
    this.#endValue();
    return at + 1;
  }

  #escape(byte: number, at: number): number {
    if (byte === 0x75) {
      this.#state = HEX;
      this.#hexLeft = 4;
    } else if (isSimpleEscape(byte)) this.#state = STRING;
    else return this.#unexpected(byte, at, 'after a backslash');
    return at + 1;
  }

  #continueLiteral(byte: number, at: number): number {
    if (byte !== this.#literal.charCodeAt(this.#literalAt)) {
      return this.#unexpected(byte, at, `where \`${this.#literal}\` should go on`);
    }
    this.#literalAt++;
    if (this.#literalAt === this.#literal.length) this.#endValue();
    return at + 1;
  }

  // The byte that ends a number belongs to what comes next, so it is looked at again.
  #endNumber(bytes: Uint8Array, byte: number, at: number): number {
    if (!isCompleteNumber(this.#state)) return this.#unexpected(byte, at, 'in a number');
    this.#endValue();
    this.#endScalar(bytes, at);
    return at;
  }

  // CR is white space to JSON and the end of a line to some peers: only the one before LF is harmless.
  #carriageReturn(at: number): number {
    if (this.#state !== DONE && this.#state !== START) return this.#strayCarriageReturn();
    this.#state = AFTER_CR;
    return at + 1;
  }

  #endValue(): void {
    this.#state = this.#containers.depth === 0 ? DONE : AFTER_VALUE;
  }

  #endKey(bytes: Uint8Array, end: number): void {
    if (this.#capture.active) this.#capture.end(bytes, end, this.#noteKey);
  }

  #endScalar(bytes: Uint8Array, end: number): void {
    if (this.#capture.active) this.#capture.end(bytes, end, this.#noteScalar);
  }

  readonly #noteScalar = (bytes: Uint8Array, start: number, end: number): void => {
    this.facts.noteToken(bytes, start, end);
  };

  readonly #noteKey = (bytes: Uint8Array, start: number, end: number): void => {
    const hash = hashOfToken(bytes, start, end);
    if (this.#options.uniqueKeys) this.#keys.add(hash);
    const { role } = this.#containers;
    if (role === Role.opaque) return;
    const problem = this.facts.noteKey(role, nameOfToken(bytes, start, end, hash));
    if (problem !== undefined) this.#refuse(problem);
  };

  #strayCarriageReturn(): number {
    return this.#refuse(notAccepted('it holds a carriage return that does not end the line'));
  }

  #unexpected(byte: number, at: number, where: string): number {
    const printable = byte > SPACE && byte < 0x7f;
    const what = printable ? `\`${String.fromCharCode(byte)}\`` : `0x${byte.toString(16).padStart(2, '0')}`;
    return this.#refuse(notJson(`unexpected ${what} ${where}, at byte ${this.#offset + at}`));
  }

  /** Records the first problem. The returned position is never used: scanning stops here. */
  #refuse(violation: Violation): number {
    this.#violation ??= violation;
    this.#capture.reset();
    return 0;
  }
}
