// Tracks the structure of a message for the scanner: open containers, keys and values of the envelope, and possible
// duplicate keys. The scanner implements the grammar of JSON; this class interprets the tokens.

import type { Violation } from '../message/violation.js';
import { ContainerStack, Role } from './container-stack.js';
import { DuplicateKeyDetector } from './duplicate-keys.js';
import { EnvelopeFacts } from './envelope-facts.js';
import { decodeName, hashToken } from './known-names.js';
import { TokenCapture } from './token-capture.js';

export class EnvelopeTracker {
  readonly facts = new EnvelopeFacts();
  readonly #capture = new TokenCapture();
  readonly #containers: ContainerStack;
  readonly #keys: DuplicateKeyDetector;
  readonly #uniqueKeys: boolean;
  #violation: Violation | undefined;

  constructor(maxDepth: number, uniqueKeys: boolean) {
    this.#containers = new ContainerStack(maxDepth);
    this.#keys = new DuplicateKeyDetector(maxDepth);
    this.#uniqueKeys = uniqueKeys;
  }

  reset(): void {
    this.facts.reset();
    this.#keys.reset();
    this.#capture.reset();
    this.#containers.reset();
    this.#violation = undefined;
  }

  /** Call when the message has ended: `facts` are final then. */
  finish(): void {
    this.facts.mayHaveDuplicateKeys = this.#keys.mayHaveDuplicates;
  }

  get depth(): number {
    return this.#containers.depth;
  }

  get inObject(): boolean {
    return this.#containers.isObject;
  }

  enterChunk(from: number): void {
    this.#capture.enterChunk(from);
  }

  leaveChunk(bytes: Uint8Array, to: number): void {
    this.#capture.leaveChunk(bytes, to);
  }

  /** Discards an incomplete token. */
  abort(): void {
    this.#capture.reset();
  }

  beginKey(at: number): void {
    if (this.#uniqueKeys || this.#containers.role !== Role.opaque) this.#capture.begin(at);
  }

  /** Records the key; returns the violation that it causes, if any. */
  endKey(bytes: Uint8Array, end: number): Violation | undefined {
    if (!this.#capture.active) return undefined;
    this.#capture.end(bytes, end, this.#recordKey);
    return this.#violation;
  }

  beginValue(firstByte: number): void {
    if (this.#containers.role === Role.envelope) this.facts.recordKind(firstByte);
  }

  /** Call when a string or a number begins. */
  beginScalar(at: number): void {
    if (this.#containers.role === Role.envelope && this.facts.needsToken) this.#capture.begin(at);
  }

  endScalar(bytes: Uint8Array, end: number): void {
    if (this.#capture.active) this.#capture.end(bytes, end, this.#recordScalar);
  }

  /** Opens a container. Returns false if it would exceed the maximum depth. */
  open(isObject: boolean): boolean {
    const { depth, role } = this.#containers;
    const childRole = depth === 0 ? Role.envelope : this.facts.childRole(role);
    if (!this.#containers.push(isObject, childRole)) return false;
    if (isObject && this.#uniqueKeys) this.#keys.enterObject();
    return true;
  }

  close(): void {
    if (this.#uniqueKeys && this.#containers.isObject) this.#keys.leaveObject();
    this.#containers.pop();
  }

  readonly #recordScalar = (bytes: Uint8Array, start: number, end: number): void => {
    this.facts.recordToken(bytes, start, end);
  };

  readonly #recordKey = (bytes: Uint8Array, start: number, end: number): void => {
    const hash = hashToken(bytes, start, end);
    if (this.#uniqueKeys) this.#keys.add(hash);
    const { role } = this.#containers;
    if (role !== Role.opaque)
      this.#violation = this.facts.recordKey(role, decodeName(bytes, start, end, hash));
  };
}
