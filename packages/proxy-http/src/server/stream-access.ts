// Access to event streams that carry messages of the server. It is rechecked while a stream is open, since rules can change.

import type { ServerResponse } from 'node:http';
import type { Identity } from '../reverse-proxy/session.js';
import type { ClientResponse } from './client-response.js';
import type { HttpError } from './http-error.js';
import type { AcceptedRequest } from './request-guard.js';

/** The client of an event stream. */
export interface StreamClient {
  readonly address: string;
  readonly identity: Identity | undefined;
}

/** Decides which clients may open an event stream. */
export interface StreamAccess {
  /** The reason why this client is denied; undefined if it is allowed. */
  denyReason(client: StreamClient): string | undefined;
  /** Registers a callback for rule changes; every open stream is then checked again. */
  onChange(act: () => void): void;
}

/** The open event streams. */
export class EventStreams {
  readonly #access: StreamAccess | undefined;
  readonly #open = new Map<
    ServerResponse,
    {
      readonly client: StreamClient;
      readonly clientResponse: ClientResponse;
      readonly isIdle: () => boolean;
    }
  >();

  constructor(gate: StreamAccess | undefined) {
    this.#access = gate;
    gate?.onChange(() => this.#recheck());
  }

  /** The number of open streams. */
  get size(): number {
    return this.#open.size;
  }

  /** The error to send when the client may not open a stream. */
  check({ address, identity }: AcceptedRequest): HttpError | undefined {
    const reason = this.#access?.denyReason({ address, identity });
    return reason === undefined ? undefined : { status: 403, reason };
  }

  /**
   * Registers an open stream, to close it when access is withdrawn. `isIdle`: whether no running call of the client
   * needs it.
   */
  add(
    { response, address, identity }: AcceptedRequest,
    clientResponse: ClientResponse,
    isIdle = () => false,
  ): void {
    this.#open.set(response, { client: { address, identity }, clientResponse, isIdle });
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends the streams that no running call needs; clients open them again. */
  endIdle(): void {
    for (const { clientResponse, isIdle } of this.#open.values()) if (isIdle()) clientResponse.end();
  }

  #recheck(): void {
    for (const { client, clientResponse } of this.#open.values())
      if (this.#access?.denyReason(client) !== undefined) clientResponse.abort();
  }
}
