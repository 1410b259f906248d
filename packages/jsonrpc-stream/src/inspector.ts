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
   * Called before anything is carried out that was decided since the last time, so that a record of several messages
   * can be kept in one go. When that fails it says what becomes of those messages instead. Some of them may leave only after
   * further calls, each of which has to say it again.
   */
  commit?(): Instead | undefined;
  /** The connection is over; questions that still wait are pointless. */
  close?(): void;
}

/** What happens to a message after all, given who sent it and what had been decided about it. */
export type Instead = (message: Message, from: 'client' | 'server', decided: Action) => Action;

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
