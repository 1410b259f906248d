// A message: its original bytes, its envelope, and a lazily parsed value.

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
  /** The original bytes in pieces, with the newline of their framing, if any. */
  readonly frame: readonly Uint8Array[];
  /** The JSON text, without the framing's newline. Joins the pieces on first use. */
  readonly bytes: Uint8Array;
  /** The parsed message. Objects have no prototype, so `constructor` and `__proto__` are ordinary keys. */
  readonly value: unknown;
  /** True for an entry of a batch. */
  readonly batched: boolean;
  /**
   * The position of the value of `params.arguments` in `bytes`; undefined if it does not exist or was not
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
  /** The id, if it could be found. */
  readonly id: MessageId | undefined;
  /** True if it looks like a response. */
  readonly isResponse: boolean;
  /** True if it looks like a response or could be one; then the request with its id gets an error. */
  readonly mayBeResponse: boolean;
  /** The limit that was exceeded, if that is the reason. */
  readonly limit: 'size' | undefined;
  /** The original bytes, for logging or optional forwarding. Empty if they were too long to store. */
  readonly frame: readonly Uint8Array[];
  /** The first characters, for users. */
  readonly sample: string;
}

/** The values that a reader returns. */
export type Incoming = Message | Batch | Refusal;

/** Envelope and bytes in one object; the fields belong to the interfaces above. */
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

// The scanner limits the depth, so recursion is safe here.
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) withoutPrototypes(member);
  return Array.isArray(value) ? value : Object.setPrototypeOf(value, null);
}
