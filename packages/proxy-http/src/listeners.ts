// Who may listen to what a server says by itself, from the first event to the last: what holds may change while a stream is open.

import type { ServerResponse } from 'node:http';
import type { Channel } from './channel.js';
import type { Refused, Visit } from './front-door.js';
import type { Identity } from './session.js';

/** Somebody who wants to listen. */
export interface Listener {
  readonly address: string;
  readonly identity: Identity | undefined;
}

/** Who decides about listeners. */
export interface ListenerGate {
  /** Why somebody may not listen; undefined when it may. */
  refuse(listener: Listener): string | undefined;
  /** Calls back when that may have changed: then it is asked again about everybody who listens. */
  onChange(act: () => void): void;
}

/** The streams on which clients listen. */
export class Listeners {
  readonly #gate: ListenerGate | undefined;
  readonly #open = new Map<ServerResponse, { readonly listener: Listener; readonly channel: Channel }>();

  constructor(gate: ListenerGate | undefined) {
    this.#gate = gate;
    gate?.onChange(() => this.#lookAgain());
  }

  /** Why a visitor may not begin to listen. */
  refusal({ address, identity }: Visit): Refused | undefined {
    const reason = this.#gate?.refuse({ address, identity });
    return reason === undefined ? undefined : { status: 403, reason };
  }

  /** A visitor listens from now on. */
  add({ response, address, identity }: Visit, channel: Channel): void {
    if (this.#gate === undefined) return;
    this.#open.set(response, { listener: { address, identity }, channel });
    response.once('close', () => this.#open.delete(response));
  }

  #lookAgain(): void {
    for (const { listener, channel } of this.#open.values())
      if (this.#gate?.refuse(listener) !== undefined) channel.abort();
  }
}
