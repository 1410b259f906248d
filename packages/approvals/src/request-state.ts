// The state that a client carries from our question to its retry. It is bound to one approval by an HMAC, so that a client
// cannot make one up, and it holds the state that the call itself carried for its server.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** What is in a state of ours. */
export interface OwnState {
  readonly approval: string;
  /** What the call carried when we took it: JSON text of its own members, to be given back. */
  readonly requestState?: string | undefined;
  readonly inputResponses?: string | undefined;
}

const beginning = 'clawdefender.';

/** Makes and reads states; the key lives as long as the process. */
export interface StateSeal {
  seal(state: OwnState): string;
  /** Undefined for a state that is not ours. */
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
