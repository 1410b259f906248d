// The seam between moving messages and judging them. Transports know these types and nothing behind them.

import type { Message } from './message.js';

export type Awaitable<T> = T | PromiseLike<T>;

/** What happens to one message. */
export type Action =
  /** The original bytes go on. */
  | { readonly kind: 'forward' }
  /** Other bytes go on instead. */
  | { readonly kind: 'replace'; readonly message: Message }
  /** Something goes back to the sender; the other side never hears of it. */
  | { readonly kind: 'answer'; readonly messages: readonly Message[] }
  | { readonly kind: 'drop' };

/** Judges the messages of one connection. Returns a plain value where nothing has to wait. */
export interface Inspector {
  fromClient(message: Message): Awaitable<Action>;
  fromServer(message: Message): Awaitable<Action>;
  /**
   * What was judged since the last time is about to be carried out. When this throws, nothing of it goes on. For those
   * who write down what they decide: messages that came together are written down together.
   */
  settle?(): void;
  /** The connection is over; questions that still wait are pointless. */
  close?(): void;
}

/** For the few messages that an inspector starts itself: a question to the user, an answer to the server. */
export interface Peer {
  toClient(message: Message): void;
  toServer(message: Message): void;
}

/** Makes the inspector of one new connection. */
export type ConnectInspector = (peer: Peer) => Inspector;

const FORWARD: Action = { kind: 'forward' };
export const DROP: Action = { kind: 'drop' };

/** Lets everything pass that is well formed. */
export const forwardEverything: ConnectInspector = () => ({
  fromClient: () => FORWARD,
  fromServer: () => FORWARD,
});
