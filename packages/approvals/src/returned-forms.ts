// The forms that were returned to clients without a handshake, on any connection: over HTTP the retry arrives on
// another one.

import { randomBytes } from 'node:crypto';
import { createStateSeal, type OwnState, type StateSeal } from './request-state.js';

export class ReturnedForms {
  #key: string | undefined;
  #seal: StateSeal | undefined;

  /** The name of our request among those of the server. */
  get key(): string {
    this.#key ??= `clawdefender-${randomBytes(9).toString('base64url')}`;
    return this.#key;
  }

  seal(state: OwnState): string {
    this.#seal ??= createStateSeal(randomBytes(32));
    return this.#seal.seal(state);
  }

  /** Undefined for any other state. Before a request has been sent, no call can contain one. */
  open(text: string): OwnState | undefined {
    return this.#seal?.open(text);
  }

  get wereSent(): boolean {
    return this.#seal !== undefined;
  }
}
