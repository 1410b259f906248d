// Defines a message with its original bytes, its envelope, and a value that is parsed on first use.

import { LF } from '../bytes/ascii.js';
import { byteView } from '../bytes/byte-view.js';
import { joinBytes } from '../bytes/join-bytes.js';
import { decodeUtf8 } from '../scan/utf8.js';
import type { MessageId } from './message-id.js';
import type { ViolationCode } from './violation.js';

/** A range of bytes from `start` to `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

interface RawMessage {
  /** The original bytes in pieces, including the newline of the framing, if there is one. */
  readonly frame: readonly Uint8Array[];
  /** The JSON text without the newline of the framing. The pieces are joined on first use. */
  readonly bytes: Uint8Array;
  /** The parsed message. Objects have no prototype, so `constructor` and `__proto__` are ordinary keys. */
  readonly value: unknown;
  /** True for an entry of a batch. */
  readonly batched: boolean;
  /**
   * The position of the value of `params.arguments` in `bytes`, or undefined if it does not exist or was not
   * recorded.
   */
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
  /** Undefined if the id is `null`, as in errors about requests with an unreadable id. */
  readonly id: MessageId | undefined;
  readonly method: undefined;
  readonly failed: boolean;
}

/** A JSON-RPC message. Batches are split into messages before they are inspected. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage;

/** An array of messages in one frame. An invalid entry is a `Refusal`. */
export interface Batch extends RawMessage {
  readonly kind: 'batch';
  readonly entries: readonly (Message | Refusal)[];
}

/** Data that is not a valid message. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: ViolationCode;
  readonly reason: string;
  /** The id of the message, if it could be found. */
  readonly id: MessageId | undefined;
  /** True if the data looks like a response. */
  readonly isResponse: boolean;
  /** True if the data looks like a response or could be one. In that case, the request with its id gets an error. */
  readonly mayBeResponse: boolean;
  /** The limit that was exceeded, if that is the reason. */
  readonly limit: 'size' | undefined;
  /**
   * The original bytes, for the log or for forwarding if the options allow it. Empty if they were too long to store.
   */
  readonly frame: readonly Uint8Array[];
  /** The first characters of the data, for users. */
  readonly sample: string;
}

/** The values that a reader returns. */
export type Incoming = Message | Batch | Refusal;

/** Implements all kinds of messages in one class; the interfaces above show only the fields of their kind. */
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

// Recursion is safe here, because the scanner limits the depth.
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) withoutPrototypes(member);
  return Array.isArray(value) ? value : Object.setPrototypeOf(value, null);
}
