// Parses bytes into a message. The parser scans a message in pieces and classifies it at its end.

import { LF } from '../bytes/ascii.js';
import { joinBytes } from '../bytes/join-bytes.js';
import { findDuplicateKey } from '../edit/duplicate-key.js';
import { findTopLevelElements } from '../edit/walk.js';
import { EnvelopeFacts, Member } from '../scan/envelope-facts.js';
import { Scanner } from '../scan/scanner.js';
import { decodeUtf8 } from '../scan/utf8.js';
import { type ByteRange, MAX_WASM_LENGTH, scanWithWasm } from '../scan/wasm-scanner.js';
import { findViolation, MAX_ID_LENGTH, messageKind } from './envelope.js';
import { defaultLimits, type Limits, resolveLimits } from './limits.js';
import { type Batch, type Incoming, type Message, type Refusal, WireMessage } from './message.js';
import { type RecoveredEnvelope, recoverEnvelope } from './recover.js';
import { invalidRequest, quoteName, type Violation } from './violation.js';
import type { WireSettings } from './wire-settings.js';

export interface ParserOptions {
  /**
   * The sender of the bytes. Messages from clients can cause actions, so ambiguous ones are always rejected.
   * Ambiguous responses from servers are accepted if all clients read them in the same way.
   */
  readonly sender: 'client' | 'server';
  readonly wire?: WireSettings | undefined;
}

const SAMPLE = 160;
/**
 * A message in more pieces than this is scanned when the pieces arrive, so that its chunks do not have to be kept.
 */
const MAX_STRETCHES = 16;
/** A value of `#length`: the scanner has already started this message. */
const SCANNED = Number.POSITIVE_INFINITY;

export class Parser {
  readonly #options: ParserOptions;
  #limits: Limits = defaultLimits;
  #scanner!: Scanner;
  /** The result of the fast scan. */
  readonly #quickFacts = new EnvelopeFacts();
  /** The pieces of the current message, while it is short enough for the fast scan. */
  #stretches: ByteRange[] = [];
  #length = 0;
  #demanding = true;
  /** The values of the options when they were last read. */
  #given: Pick<WireSettings, 'limits' | 'strict'> | undefined;
  /** True before the first byte of the next message. */
  #fresh = true;
  #entryParser: Parser | undefined;

  constructor(options: ParserOptions) {
    this.#options = options;
    if (options?.sender !== 'client' && options?.sender !== 'server') {
      throw new TypeError("set `sender` to 'client' or 'server'");
    }
    this.#configure();
  }

  /** The limits of the current or last message. */
  get limits(): Limits {
    return this.#limits;
  }

  /** Adds a piece of the current message. */
  scan(bytes: Uint8Array, from: number, to: number): void {
    if (this.#fresh) this.#configure();
    this.#fresh = false;
    this.#length += to - from;
    if (this.#length <= MAX_WASM_LENGTH && this.#stretches.length < MAX_STRETCHES)
      this.#stretches.push({ bytes, from, to });
    else {
      this.#scanStretches();
      this.#scanner.scan(bytes, from, to);
    }
  }

  /** Passes the remaining bytes to the scanner. */
  #scanStretches(): void {
    if (this.#length !== SCANNED) this.#scanner.reset();
    for (const { bytes, from, to } of this.#stretches) this.#scanner.scan(bytes, from, to);
    this.#stretches.length = 0;
    this.#length = SCANNED;
  }

  /** Discards the current message. */
  reset(): void {
    this.#fresh = true;
    this.#length = 0;
    this.#stretches.length = 0;
  }

  /** Reads the options once per message, so that the whole message is parsed by the same rules. */
  #configure(): void {
    const { sender, wire: { limits, strict } = {} } = this.#options;
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

  /** Releases the last chunk, so that it can be freed. */
  release(): void {
    this.#scanner.release();
  }

  /** Ends the message and returns it; `frame` contains its original bytes. Returns undefined for a blank line. */
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
      this.#length <= MAX_WASM_LENGTH &&
      scanWithWasm(this.#stretches, this.#quickFacts, maxDepth, this.#demanding)
    );
  }

  /** Rejects the current message, which exceeds the limit, with the information that was found so far. */
  refuseOversized(sample: Uint8Array): Refusal {
    this.#scanStretches();
    const { facts } = this.#scanner;
    const violation = invalidRequest(`the message is larger than ${this.limits.maxMessage} bytes`);
    const isResponse = facts.has(Member.result | Member.error) && !facts.has(Member.method);
    const id = facts.id !== undefined && facts.id.token.length <= MAX_ID_LENGTH ? facts.id : undefined;
    // The part that was not read could show that the message is a request.
    const recovered = { id, isResponse, mayBeResponse: isResponse };
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
    if (facts.mayHaveDuplicateKeys) {
      const key = findDuplicateKey(joinBytes(frame));
      if (key !== undefined) return refuse(invalidRequest(`key ${quoteName(key)} appears twice`), frame);
    }
    return facts.shape === 'array' ? this.#batch(frame, batched) : this.#toMessage(facts, frame, batched);
  }

  #toMessage(facts: EnvelopeFacts, frame: readonly Uint8Array[], batched: boolean): Message | Refusal {
    const problem = findViolation(facts, this.#demanding);
    if (problem !== undefined) return refuse(problem, frame);
    const { id, method, argumentsSpan } = facts;
    const kind = messageKind(facts);
    const failed = facts.has(Member.error);
    return new WireMessage(frame, { kind, id, method, batched, failed, argumentsSpan }) as Message;
  }

  #batch(frame: readonly Uint8Array[], batched: boolean): Batch | Refusal {
    if (batched) return refuse(invalidRequest('a batch must not contain an array'), frame);
    const { maxBatch } = this.limits;
    const bytes = joinBytes(frame);
    const spans = findTopLevelElements(bytes, maxBatch + 1);
    if (spans.length === 0) return refuse(invalidRequest('the batch is empty'), frame);
    if (spans.length > maxBatch)
      return refuse(invalidRequest(`the batch has more than ${maxBatch} entries`), frame);
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
      return refuse(invalidRequest('`initialize` must not be part of a batch'), [bytes]);
    }
    return entry;
  }
}

function refuse(violation: Violation, frame: readonly Uint8Array[]): Refusal {
  const bytes = joinBytes(frame);
  return refusalOf(violation, frame, bytes, recoverEnvelope(bytes), undefined);
}

function refusalOf(
  violation: Violation,
  frame: readonly Uint8Array[],
  bytes: Uint8Array,
  recovered: RecoveredEnvelope,
  limit: 'size' | undefined,
): Refusal {
  const sample = decodeUtf8(bytes, 0, Math.min(bytes.length, SAMPLE));
  return { kind: 'refused', ...violation, ...recovered, limit, frame, sample };
}

/** Throws for a string, because indexing a string like bytes would give wrong results. */
export function requireBytes(bytes: Uint8Array): void {
  if (!ArrayBuffer.isView(bytes))
    throw new TypeError('messages are parsed from bytes; pass a Uint8Array, not a string');
}

/**
 * Creates a function that parses whole messages, for callers without a stream. A trailing newline belongs to the
 * framing. The function returns undefined if there is only white space.
 */
export function createMessageParser(options: ParserOptions): (bytes: Uint8Array) => Incoming | undefined {
  const parser = new Parser(options);
  return (bytes) => {
    requireBytes(bytes);
    const end = bytes[bytes.length - 1] === LF ? bytes.length - 1 : bytes.length;
    parser.scan(bytes, 0, end);
    const isTooLong = end > parser.limits.maxMessage;
    const incoming = isTooLong ? parser.refuseOversized(bytes) : parser.finish([bytes]);
    parser.release();
    return incoming;
  };
}

/** Parses one whole message. */
export const parseMessage = (bytes: Uint8Array, options: ParserOptions): Incoming | undefined =>
  createMessageParser(options)(bytes);
