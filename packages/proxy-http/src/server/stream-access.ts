// Controls access to event streams with messages from the server. Access is checked again while a stream is open,
// because rules can change.

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
  /** Returns the reason why this client is denied, or undefined if it is allowed. */
  denyReason(client: StreamClient): string | undefined;
  /** Registers a callback for rule changes. After a change, every open stream is checked again. */
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

  /** Returns the error if the client may not open a stream. */
  check({ address, identity }: AcceptedRequest): HttpError | undefined {
    const reason = this.#access?.denyReason({ address, identity });
    return reason === undefined ? undefined : { status: 403, reason };
  }

  /**
   * Registers an open stream, so that it can be closed if access is withdrawn. `isIdle` returns true if no running
   * call of the client needs the stream.
   */
  add(
    { response, address, identity }: AcceptedRequest,
    clientResponse: ClientResponse,
    isIdle = () => false,
  ): void {
    this.#open.set(response, { client: { address, identity }, clientResponse, isIdle });
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends the streams that no running call needs. Clients then open new ones. */
  endIdle(): void {
    for (const { clientResponse, isIdle } of this.#open.values()) if (isIdle()) clientResponse.end();
  }

  #recheck(): void {
    for (const { client, clientResponse } of this.#open.values())
      if (this.#access?.denyReason(client) !== undefined) clientResponse.abort();
  }
}
