// The interface between the transports and the decision. Transports depend only on these types.

import type { Message } from '../message/message.js';

export type Awaitable<T> = T | PromiseLike<T>;

/** The action for one message. */
export type Action =
  /** The original bytes are sent to the receiver. */
  | { readonly kind: 'forward' }
  /** Another message is sent to the receiver. */
  | { readonly kind: 'replace'; readonly message: Message }
  /** These messages are sent back to the sender; the receiver gets nothing. */
  | { readonly kind: 'answer'; readonly messages: readonly Message[] }
  | { readonly kind: 'drop' };

/** Decides on the messages of one connection. A function returns a plain value if it does not have to wait. */
export interface Inspector {
  fromClient(message: Message): Awaitable<Action>;
  fromServer(message: Message): Awaitable<Action>;
  /**
   * Called before the actions that were decided since the last call are applied, so that several messages can be
   * logged in one write. If that fails, it returns a function that replaces the actions of those messages. A message
   * may be applied only after further calls; each of them has to return the function again.
   */
  commit?(): ActionOverride | undefined;
  /** Called when the connection has ended, so that pending approvals can be withdrawn. */
  close?(): void;
}

/** Replaces the action for a message. */
export type ActionOverride = (message: Message, from: 'client' | 'server', decided: Action) => Action;

/** Sends messages that an inspector starts itself, such as an elicitation. */
export interface Peer {
  toClient(message: Message): void;
  toServer(message: Message): void;
}

/** Creates the inspector of a new connection. */
export type ConnectInspector = (peer: Peer) => Inspector;

const FORWARD: Action = { kind: 'forward' };
export const DROP: Action = { kind: 'drop' };

/** An inspector that forwards every well-formed message. */
export const forwardEverything: ConnectInspector = () => ({
  fromClient: () => FORWARD,
  fromServer: () => FORWARD,
});
