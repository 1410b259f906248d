// The facts about an envelope that the scanner collects. `envelope.ts` decides whether the message is valid.

import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../bytes/ascii.js';
import type { ByteSpan } from '../message/message.js';
import { MessageId } from '../message/message-id.js';
import { findImitatedEnvelopeKey, findImitatedMetaKey, knownKeys } from '../message/protocol-keys.js';
import { invalidRequest, quoteName, type Violation } from '../message/violation.js';
import { Role } from './container-stack.js';
import { decodeName, hashToken } from './known-names.js';

/** One bit for each member of an envelope; 0 stands for any other member. */
export const Member = { jsonrpc: 1, id: 2, method: 4, params: 8, result: 16, error: 32 } as const;

/** The type of a value, which its first byte determines. */
export type ValueKind = 'absent' | 'object' | 'array' | 'string' | 'number' | 'null' | 'boolean';

export class EnvelopeFacts {
  /** The type of the whole message, or undefined for a blank line. */
  shape: 'object' | 'array' | 'scalar' | undefined;
  /** The bits of the members that occur. */
  seen = 0;
  version: string | undefined;
  id: MessageId | undefined;
  idKind: ValueKind = 'absent';
  method: string | undefined;
  methodKind: ValueKind = 'absent';
  paramsKind: ValueKind = 'absent';
  /** Unknown keys of `params`; their meaning depends on the method. */
  unknownParams: string[] | undefined;
  mayHaveDuplicateKeys = false;
  /** The position of `params.arguments` in the message, if known. */
  argumentsSpan: ByteSpan | undefined;

  /** The bit of the member whose value is being read. */
  member = 0;
  /** True while the value of `_meta` in `params` or `result` is being read. */
  #inMeta = false;

  reset(): void {
    this.shape = undefined;
    this.seen = 0;
    this.version = undefined;
    this.id = undefined;
    this.idKind = 'absent';
    this.method = undefined;
    this.methodKind = 'absent';
    this.paramsKind = 'absent';
    this.unknownParams = undefined;
    this.mayHaveDuplicateKeys = false;
    this.argumentsSpan = undefined;
    this.member = 0;
    this.#inMeta = false;
  }

  has(member: number): boolean {
    return (this.seen & member) !== 0;
  }

  /** True if the text of the next value is stored. */
  get needsToken(): boolean {
    return (this.member & (Member.jsonrpc | Member.id | Member.method)) !== 0;
  }

  /** Records a key of a container that is not opaque; returns the violation that it causes, if any. */
  recordKey(role: number, key: string): Violation | undefined {
    if (role === Role.envelope) return this.#noteEnvelopeKey(key);
    if (role === Role.meta) return this.#noteMetaKey(key);
    this.#inMeta = key === '_meta';
    if (role === Role.params && !knownKeys.has(key)) {
      this.unknownParams ??= [];
      this.unknownParams.push(key);
    }
    return undefined;
  }

  /** Returns the role of the next value, if it is an object, in a container with this role. */
  childRole(role: number): number {
    if (role === Role.params || role === Role.result) return this.#inMeta ? Role.meta : Role.opaque;
    if (role !== Role.envelope) return Role.opaque;
    if (this.member === Member.params) return Role.params;
    return this.member === Member.result ? Role.result : Role.opaque;
  }

  #noteEnvelopeKey(key: string): Violation | undefined {
    const member = memberBits.get(key) ?? 0;
    this.member = member;
    this.#inMeta = false;
    if (member === 0) {
      const meant = findImitatedEnvelopeKey(key);
      return meant === undefined ? undefined : imitatedKey(key, meant);
    }
    if (this.has(member)) return invalidRequest(`\`${key}\` appears twice`);
    this.seen |= member;
    return undefined;
  }

  #noteMetaKey(key: string): Violation | undefined {
    if (knownKeys.has(key)) return undefined;
    const meant = findImitatedMetaKey(key);
    return meant === undefined ? undefined : imitatedKey(key, meant);
  }

  recordKind(firstByte: number): void {
    const kind = kindOf(firstByte);
    if (this.member === Member.id) this.idKind = kind;
    else if (this.member === Member.method) this.methodKind = kind;
    else if (this.member === Member.params) this.paramsKind = kind;
  }

  /** Records the text of a string or number that is the value of `jsonrpc`, `id` or `method`. */
  recordToken(bytes: Uint8Array, start: number, end: number): void {
    if (this.member === Member.id) this.id = MessageId.fromToken(bytes, start, end);
    else if (bytes[start] !== QUOTE) return;
    else {
      const text = decodeName(bytes, start, end, hashToken(bytes, start, end));
      if (this.member === Member.method) this.method = text;
      else this.version = text;
    }
  }
}

const memberBits: ReadonlyMap<string, number> = new Map(Object.entries(Member));

export const imitatedKey = (key: string, meant: string): Violation =>
  invalidRequest(`key ${quoteName(key)} can be mistaken for \`${meant}\``);

function kindOf(firstByte: number): ValueKind {
  switch (firstByte) {
    case OPEN_BRACE:
      return 'object';
    case OPEN_BRACKET:
      return 'array';
    case QUOTE:
      return 'string';
    case 0x6e:
      return 'null';
    case 0x74:
    case 0x66:
      return 'boolean';
    default:
      return 'number';
  }
}
