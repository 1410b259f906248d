// Bytes → Message. A parser looks at a message piece by piece and, when it is over, says what it was.

import { kindOfEnvelope, LONGEST_ID, violationOf } from './envelope.js';
import { EnvelopeFacts, Member } from './envelope-facts.js';
import { joinBytes } from './join-bytes.js';
import { defaultLimits, type Limits, resolveLimits } from './limits.js';
import { type Batch, type Incoming, type Message, type Refusal, WireMessage } from './message.js';
import { LONGEST_QUICK, readQuickly, type Stretch } from './quick-read.js';
import { type Recovered, recover } from './recover.js';
import { Scanner } from './scanner.js';
import { textOf } from './string-bytes.js';
import { notAccepted, quoteName, type Violation } from './violation.js';
import { elementSpans, findRepeatedKey } from './walk.js';

export interface ParserOptions {
  /**
   * Who wrote the bytes. What a client sends may make a server act, so two readings of it are never tolerated;
   * a server's answers get the benefit of the doubt where every client reads them alike.
   */
  readonly sender: 'client' | 'server';
  /** Hold a server to the rules for clients. Like the limits, read when a message begins: getters can change them. */
  readonly strict?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

const SAMPLE = 160;
/** What comes in more pieces than this is scanned as it comes, so that no chunks are kept for it. */
const MOST_STRETCHES = 16;
/** In place of a length: the scanner has begun with the message. */
const SCANNED = Number.POSITIVE_INFINITY;

export class Parser {
  readonly #options: ParserOptions;
  #limits: Limits = defaultLimits;
  #scanner!: Scanner;
  /** What a quick look told. */
  readonly #quickFacts = new EnvelopeFacts();
  /** The message so far, while it is short enough to be read in one go. */
  #stretches: Stretch[] = [];
  #length = 0;
  #demanding = true;
  /** What the options said when they were last looked at. */
  #given: Pick<ParserOptions, 'limits' | 'strict'> | undefined;
  /** No byte of the next message has been seen. */
  #fresh = true;
  #entryParser: Parser | undefined;

  constructor(options: ParserOptions) {
    this.#options = options;
    if (options?.sender !== 'client' && options?.sender !== 'server') {
      throw new TypeError("name the `sender` whose rules hold: 'client' or 'server'");
    }
    this.#configure();
  }

  /** Those of the current message, or of the last one. */
  get limits(): Limits {
    return this.#limits;
  }

  /** The next piece of the current message. */
  scan(bytes: Uint8Array, from: number, to: number): void {
    if (this.#fresh) this.#configure();
    this.#fresh = false;
    this.#length += to - from;
    if (this.#length <= LONGEST_QUICK && this.#stretches.length < MOST_STRETCHES)
      this.#stretches.push({ bytes, from, to });
    else {
      this.#scanStretches();
      this.#scanner.scan(bytes, from, to);
    }
  }

  /** Shows the scanner what it has not seen yet. */
  #scanStretches(): void {
    if (this.#length !== SCANNED) this.#scanner.reset();
    for (const { bytes, from, to } of this.#stretches) this.#scanner.scan(bytes, from, to);
    this.#stretches.length = 0;
    this.#length = SCANNED;
  }

  /** Drops what was seen of the current message. */
  reset(): void {
    this.#fresh = true;
    this.#length = 0;
    this.#stretches.length = 0;
  }

  /** One message is read by one set of rules, from its first byte to its last. */
  #configure(): void {
    const { sender, limits, strict } = this.#options;
    if (this.#given !== undefined && limits === this.#given.limits && strict === this.#given.strict) return;
    this.#given = { limits, strict };
    this.#demanding = sender === 'client' || strict === true;
    this.#limits = resolveLimits(limits);
    this.#scanner = new Scanner({
      limits: this.#limits,
      uniqueKeys: this.#demanding,
      lenientUtf8: !this.#demanding,
    });
  }

  /** Lets go of the last chunk. */
  release(): void {
    this.#scanner.release();
  }

  /** The message that is now over; `frame` is what it arrived as. Undefined for a blank line. */
  finish(frame: readonly Uint8Array[], batched = false): Incoming | undefined {
    const incoming = this.#readQuickly()
      ? this.#toMessage(this.#quickFacts, frame, batched)
      : this.#conclude(frame, batched);
    this.reset();
    return incoming;
  }

  #readQuickly(): boolean {
    const { maxDepth } = this.#limits;
    return (
      this.#length <= LONGEST_QUICK &&
      readQuickly(this.#stretches, this.#quickFacts, maxDepth, this.#demanding)
    );
  }

  /** The current message is longer than we keep: refuse it with whatever is known of it. */
  refuseOversized(sample: Uint8Array): Refusal {
    this.#scanStretches();
    const { facts } = this.#scanner;
    const violation = notAccepted(`it is larger than ${this.limits.maxMessage} bytes`);
    const isResponse = facts.has(Member.result | Member.error) && !facts.has(Member.method);
    const id = facts.id !== undefined && facts.id.token.length <= LONGEST_ID ? facts.id : undefined;
    // What was not read may say that it is a request.
    const recovered = { id, isResponse, mayAnswer: isResponse };
    const refusal = refusalOf(violation, [], sample, recovered, 'size');
    this.reset();
    return refusal;
  }

  #conclude(frame: readonly Uint8Array[], batched: boolean): Incoming | undefined {
    this.#scanStretches();
    this.#scanner.finish();
    const { facts, violation } = this.#scanner;
    if (violation !== undefined) return refuse(violation, frame);
    if (facts.shape === undefined) return undefined;
    if (facts.mayRepeatKeys) {
      const key = findRepeatedKey(joinBytes(frame));
      if (key !== undefined) return refuse(notAccepted(`its key ${quoteName(key)} appears twice`), frame);
    }
    return facts.shape === 'array' ? this.#batch(frame, batched) : this.#toMessage(facts, frame, batched);
  }

  #toMessage(facts: EnvelopeFacts, frame: readonly Uint8Array[], batched: boolean): Message | Refusal {
    const problem = violationOf(facts, this.#demanding);
    if (problem !== undefined) return refuse(problem, frame);
    const { id, method, argumentsSpan } = facts;
    const kind = kindOfEnvelope(facts);
    const failed = facts.has(Member.error);
    return new WireMessage(frame, { kind, id, method, batched, failed, argumentsSpan }) as Message;
  }

  #batch(frame: readonly Uint8Array[], batched: boolean): Batch | Refusal {
    if (batched) return refuse(notAccepted('it is an array inside a batch'), frame);
    const { maxBatch } = this.limits;
    const bytes = joinBytes(frame);
    const spans = elementSpans(bytes, maxBatch + 1);
    if (spans.length === 0) return refuse(notAccepted('it is an empty batch'), frame);
    if (spans.length > maxBatch) return refuse(notAccepted(`it is a batch of more than ${maxBatch}`), frame);
    this.#entryParser ??= new Parser(this.#options);
    const entries: (Message | Refusal)[] = [];
    for (const { start, end } of spans) {
      const entry = this.#entryParser.#entry(bytes.subarray(start, end));
      entries.push(entry);
    }
    return new WireMessage(frame, { kind: 'batch', entries }) as WireMessage & Batch;
  }

  #entry(bytes: Uint8Array): Message | Refusal {
    this.scan(bytes, 0, bytes.length);
    const entry = this.finish([bytes], true) as Message | Refusal;
    if (entry.kind !== 'refused' && entry.method === 'initialize') {
      return refuse(notAccepted('`initialize` may not be part of a batch'), [bytes]);
    }
    return entry;
  }
}

function refuse(violation: Violation, frame: readonly Uint8Array[]): Refusal {
  const bytes = joinBytes(frame);
  return refusalOf(violation, frame, bytes, recover(bytes), undefined);
}

function refusalOf(
  violation: Violation,
  frame: readonly Uint8Array[],
  bytes: Uint8Array,
  recovered: Recovered,
  limit: 'size' | undefined,
): Refusal {
  const sample = textOf(bytes, 0, Math.min(bytes.length, SAMPLE));
  return { kind: 'refused', ...violation, ...recovered, limit, frame, sample };
}

/** Text looks like bytes to a loop and would be read as nonsense. */
export function requireBytes(bytes: Uint8Array): void {
  if (!ArrayBuffer.isView(bytes))
    throw new TypeError('messages are read from bytes, not from text; give a Uint8Array');
}

/**
 * Reads whole messages, one after the other, for callers that have no stream; a newline at the end of one belongs to its
 * framing. Gives undefined for nothing but white space.
 */
export function createMessageParser(options: ParserOptions): (bytes: Uint8Array) => Incoming | undefined {
  const parser = new Parser(options);
  return (bytes) => {
    requireBytes(bytes);
    const end = bytes[bytes.length - 1] === 0x0a ? bytes.length - 1 : bytes.length;
    parser.scan(bytes, 0, end);
    const isTooLong = end > parser.limits.maxMessage;
    const incoming = isTooLong ? parser.refuseOversized(bytes) : parser.finish([bytes]);
    parser.release();
    return incoming;
  };
}

/** One whole message. */
export const parseMessage = (bytes: Uint8Array, options: ParserOptions): Incoming | undefined =>
  createMessageParser(options)(bytes);
