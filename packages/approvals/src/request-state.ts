// The state that a client returns with its retry. An HMAC binds it to one approval request, so that a client cannot
// forge it, and it contains the state that the call carried for its server.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of our state. */
export interface OwnState {
  readonly approval: string;
  /** The members that the call contained, as JSON text, to be restored. */
  readonly requestState?: string | undefined;
  readonly inputResponses?: string | undefined;
}

const beginning = 'clawdefender.';

/** Creates and reads states; the key exists only in this process. */
export interface StateSeal {
  seal(state: OwnState): string;
  /** Undefined for any other state. */
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
