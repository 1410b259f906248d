// The interface between moving messages and deciding about them. Transports know these types only.

import type { Message } from '../message/message.js';

export type Awaitable<T> = T | PromiseLike<T>;

/** The result for one message. */
export type Action =
  /** The original bytes are sent to the receiver. */
  | { readonly kind: 'forward' }
  /** Another message is sent to the receiver. */
  | { readonly kind: 'replace'; readonly message: Message }
  /** These messages are sent back to the sender; the receiver gets nothing. */
  | { readonly kind: 'answer'; readonly messages: readonly Message[] }
  | { readonly kind: 'drop' };

/** Decides about the messages of one connection. Returns a plain value when it does not have to wait. */
export interface Inspector {
  fromClient(message: Message): Awaitable<Action>;
  fromServer(message: Message): Awaitable<Action>;
  /**
   * Called before the actions decided since the last call are applied, so that several messages can be logged in one write.
   * When that fails it returns what happens to those messages instead. A message may be applied only after further calls;
   * each of them has to return the override again.
   */
  commit?(): ActionOverride | undefined;
  /** The connection has ended; pending approvals are pointless. */
  close?(): void;
}

/** Replaces the action that was decided for a message. */
export type ActionOverride = (message: Message, from: 'client' | 'server', decided: Action) => Action;

/** Sends the few messages that an inspector starts itself, such as an elicitation. */
export interface Peer {
  toClient(message: Message): void;
  toServer(message: Message): void;
}

/** Creates the inspector of one new connection. */
export type ConnectInspector = (peer: Peer) => Inspector;

const FORWARD: Action = { kind: 'forward' };
export const DROP: Action = { kind: 'drop' };

/** Forwards every well-formed message. */
export const forwardEverything: ConnectInspector = () => ({
  fromClient: () => FORWARD,
  fromServer: () => FORWARD,
});
