// What our questions in the era without a handshake have in common, whichever connection they went out on: over HTTP the
// retry comes on another one.

import { randomBytes } from 'node:crypto';
import { createStateSeal, type OwnState, type StateSeal } from './request-state.js';

export class ReturnedForms {
  #key: string | undefined;
  #seal: StateSeal | undefined;

  /** The name that our question has among those of the server. */
  get key(): string {
    this.#key ??= `clawdefender-${randomBytes(9).toString('base64url')}`;
    return this.#key;
  }

  seal(state: OwnState): string {
    this.#seal ??= createStateSeal(randomBytes(32));
    return this.#seal.seal(state);
  }

  /** Undefined for a state that is not ours. No call can bring one back before one has gone out. */
  open(text: string): OwnState | undefined {
    return this.#seal?.open(text);
  }

  get haveGoneOut(): boolean {
    return this.#seal !== undefined;
  }
}
