// The state that a client returns when it repeats a call. An HMAC binds the state to one approval request, so that a
// client cannot forge it. It also contains the state that the call had for its server.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of the state. */
export interface OwnState {
  readonly approval: string;
  /** The members that the call contained, as JSON text, so that they can be restored. */
  readonly requestState?: string | undefined;
  readonly inputResponses?: string | undefined;
}

const beginning = 'clawdefender.';

/** Creates and reads states. The key exists only in this process. */
export interface StateSeal {
  seal(state: OwnState): string;
  /** Returns undefined for a state that was not sealed here. */
  open(text: string): OwnState | undefined;
}

export function createStateSeal(key: Uint8Array): StateSeal {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    seal(state) {
      const text = Buffer.from(JSON.stringify(state)).toString('base64url');
      return `${beginning}${text}.${mac(text).toString('base64url')}`;
    },
    open(sealed) {
      if (!sealed.startsWith(beginning)) return undefined;
      const [text = '', tag = ''] = sealed.slice(beginning.length).split('.');
      const [given, right] = [Buffer.from(tag, 'base64url'), mac(text)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as OwnState;
    },
  };
}
