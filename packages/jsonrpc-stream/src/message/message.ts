// A message: the bytes as they came, the envelope, and a value that is only read when somebody asks.

import { LF } from '../bytes/ascii.js';
import { byteView } from '../bytes/byte-view.js';
import { joinBytes } from '../bytes/join-bytes.js';
import { decodeUtf8 } from '../scan/utf8.js';
import type { MessageId } from './message-id.js';
import type { ViolationCode } from './violation.js';

/** A stretch of bytes: from `start` up to `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

interface RawMessage {
  /** Exactly what arrived, in the pieces it arrived in, with the newline of its framing if it had one. */
  readonly frame: readonly Uint8Array[];
  /** The JSON text, without the framing's newline. Joins the pieces on first use. */
  readonly bytes: Uint8Array;
  /** The parsed message. Objects have no prototype, so `constructor` and `__proto__` are ordinary keys. */
  readonly value: unknown;
  /** True for an entry of a batch. */
  readonly batched: boolean;
  /** Where the value of `params.arguments` stands in `bytes`; undefined when there is none, or nobody has noticed. */
  readonly argumentsSpan: ByteSpan | undefined;
}

export interface RequestMessage extends RawMessage {
  readonly kind: 'request';
  readonly id: MessageId;
  readonly method: string;
}

export interface NotificationMessage extends RawMessage {
  readonly kind: 'notification';
  readonly id: undefined;
  readonly method: string;
}

export interface ResponseMessage extends RawMessage {
  readonly kind: 'response';
  /** Undefined when the id is `null`: an error about a request whose id could not be read. */
  readonly id: MessageId | undefined;
  readonly method: undefined;
  readonly failed: boolean;
}

/** One message of JSON-RPC. Batches are unpacked into these before anybody judges them. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage;

/** An array of messages in one frame. Entries that are not acceptable are refusals. */
export interface Batch extends RawMessage {
  readonly kind: 'batch';
  readonly entries: readonly (Message | Refusal)[];
}

/** Something that arrived and is not a message we accept. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: ViolationCode;
  readonly reason: string;
  /** The id, where one could be made out. */
  readonly id: MessageId | undefined;
  /** True when it looks like the answer to a request of the other side. */
  readonly isResponse: boolean;
  /** True for that, and for a message that could as well be a request as an answer: whoever waits under its id is told. */
  readonly mayBeResponse: boolean;
  /** The limit that it broke, if that is what was wrong. */
  readonly limit: 'size' | undefined;
  /** What arrived, for a log or for passing it on by choice. Empty when it was too long to keep. */
  readonly frame: readonly Uint8Array[];
  /** Its first characters, for a person. */
  readonly sample: string;
}

/** What a reader hands out. */
export type Incoming = Message | Batch | Refusal;

/** Envelope and bytes in one object; the fields are those of the interfaces above. */
export class WireMessage {
  readonly kind: 'request' | 'notification' | 'response' | 'batch';
  readonly id: MessageId | undefined;
  readonly method: string | undefined;
  readonly failed: boolean;
  readonly frame: readonly Uint8Array[];
  readonly batched: boolean;
  readonly entries: readonly (Message | Refusal)[] | undefined;
  readonly argumentsSpan: ByteSpan | undefined;
  #bytes: Uint8Array | undefined;
  #value: unknown;
  #valueRead = false;

  constructor(
    frame: readonly Uint8Array[],
    envelope: {
      kind: WireMessage['kind'];
      id?: MessageId | undefined;
      method?: string | undefined;
      failed?: boolean;
      batched?: boolean;
      entries?: readonly (Message | Refusal)[];
      argumentsSpan?: ByteSpan | undefined;
    },
  ) {
    this.frame = frame;
    this.kind = envelope.kind;
    this.id = envelope.id;
    this.method = envelope.method;
    this.failed = envelope.failed === true;
    this.batched = envelope.batched === true;
    this.entries = envelope.entries;
    this.argumentsSpan = envelope.argumentsSpan;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= withoutNewline(joinBytes(this.frame));
    return this.#bytes;
  }

  get value(): unknown {
    if (!this.#valueRead) {
      this.#value = withoutPrototypes(JSON.parse(decodeUtf8(this.bytes, 0, this.bytes.length)));
      this.#valueRead = true;
    }
    return this.#value;
  }
}

const withoutNewline = (bytes: Uint8Array): Uint8Array =>
  bytes[bytes.length - 1] === LF ? byteView(bytes, 0, bytes.length - 1) : bytes;

// Depth is bounded by the scanner, so recursion is safe here.
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) withoutPrototypes(member);
  return Array.isArray(value) ? value : Object.setPrototypeOf(value, null);
}
