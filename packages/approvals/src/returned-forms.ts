// The forms that were returned to clients without a handshake, on any connection: over HTTP, the repeated call
// arrives on another connection.

import { randomBytes } from 'node:crypto';
import { createStateSeal, type OwnState, type StateSeal } from './request-state.js';

export class ReturnedForms {
  #key: string | undefined;
  #seal: StateSeal | undefined;

  /** The name that distinguishes this process's request from those of the server. */
  get key(): string {
    this.#key ??= `clawdefender-${randomBytes(9).toString('base64url')}`;
    return this.#key;
  }

  seal(state: OwnState): string {
    this.#seal ??= createStateSeal(randomBytes(32));
    return this.#seal.seal(state);
  }

  /**
   * Returns undefined for a state that was not sealed here. Until a request has been sent, no call can contain a
   * sealed state.
   */
  open(text: string): OwnState | undefined {
    return this.#seal?.open(text);
  }

  get wereSent(): boolean {
    return this.#seal !== undefined;
  }
}
