// One conversation between a client and the upstream, with its open HTTP responses. It lasts as long as the MCP
// session or, in the stateless protocol, as long as one request.

import {
  type ConnectInspector,
  Conversation,
  type ConversationOptions,
  forwardEverything,
  type Inspector,
  type Message,
  type MessageDiagnostic,
  type Peer,
  type Side,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { encodeEvent } from '../response/message-encoding.js';
import type { ClientResponse } from '../server/client-response.js';
import { TaskQueue } from './task-queue.js';

/** An authenticated client. `id` distinguishes callers; `claims` are passed to the inspector. */
export interface Identity {
  readonly id: string;
  readonly claims?: unknown;
}

/** The client of a conversation. */
export interface Caller {
  /** The identity in the token of the last request. Its `id` is the same for the whole session. */
  readonly identity: Identity | undefined;
  /**
   * The address from which the current message came. It can change within a session, so it must be read for each
   * message.
   */
  readonly address: string | undefined;
  /**
   * The `Mcp-Session-Id` from the upstream, or the endpoint path in the legacy HTTP+SSE transport. It is undefined in
   * the stateless protocol and before it is known, so it must be read when it is needed.
   */
  readonly sessionId: string | undefined;
}

/** Creates the inspector of a conversation. Any `ConnectInspector` can be used. */
export type ConnectCallerInspector = (peer: Peer, caller: Caller) => Inspector;

export interface SessionOptions {
  readonly connect?: ConnectCallerInspector | undefined;
  readonly onDiagnostic?: ((diagnostic: MessageDiagnostic) => void) | undefined;
  readonly wire?: WireSettings | undefined;
  /** Sends a message from the proxy to the upstream. */
  readonly toServer: (session: Session, message: readonly Uint8Array[]) => void;
}

/** The limits for messages that the proxy itself sends to the server, such as denials of requests from the server. */
const OWN_MESSAGE_LIMITS = { maxRunning: 8, maxQueued: 1000 };

/** A class, because the stateless protocol needs one such object per request and creating it is faster. */
class SessionConversationOptions implements ConversationOptions {
  readonly send: ConversationOptions['send'];
  readonly connect: ConnectInspector;
  readonly onDiagnostic: (diagnostic: MessageDiagnostic) => void;
  readonly wire: WireSettings | undefined;

  constructor(
    caller: Caller,
    { connect = forwardEverything, onDiagnostic = ignore, wire }: SessionOptions,
    say: ConversationOptions['send'],
  ) {
    this.send = say;
    this.connect = (peer) => connect(peer, caller);
    this.onDiagnostic = onDiagnostic;
    this.wire = wire;
  }
}

const ignore = () => {};

export class Session {
  readonly conversation: Conversation;
  readonly #caller: { -readonly [Key in keyof Caller]: Caller[Key] };
  readonly #options: SessionOptions;
  readonly #responses = new Set<ClientResponse>();
  /** The target and the headers of the last message from the client, which are reused for messages from the proxy. */
  route: { readonly target: string; readonly headers: readonly string[] } | undefined;
  /** The `Mcp-Session-Id` from the upstream. */
  id: string | undefined;
  /**
   * In the stateless protocol, only the client sends requests, so the proxy sends no messages of its own to the
   * server.
   */
  isStateless = false;
  lastUsed = performance.now();
  #closed = false;
  #ownMessages: TaskQueue | undefined;

  constructor(caller: Caller, options: SessionOptions) {
    this.#caller = { ...caller };
    this.id = caller.sessionId;
    this.#options = options;
    this.conversation = new Conversation(
      new SessionConversationOptions(this.#caller, options, (to, message) => this.#send(to, message)),
    );
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Sets the session id for later messages. */
  setSessionId(sessionId: string): void {
    this.#caller.sessionId = sessionId;
  }

  /** Updates the identity of the client from its current token. The `id` stays the same. */
  setIdentity(identity: Identity | undefined): void {
    this.#caller.identity = identity;
  }

  /** Sets the client address of the next message to be inspected. */
  setAddress(address: string): void {
    this.#caller.address = address;
  }

  /** Created on demand, because most conversations need no queue. */
  get ownMessages(): TaskQueue {
    this.#ownMessages ??= new TaskQueue(OWN_MESSAGE_LIMITS);
    return this.#ownMessages;
  }

  get isBusy(): boolean {
    return this.#responses.size > 0;
  }

  /** Adds an HTTP response on which messages can be sent to the client. */
  attach(response: ClientResponse): void {
    this.lastUsed = performance.now();
    this.#responses.add(response);
  }

  detach(response: ClientResponse): void {
    this.lastUsed = performance.now();
    this.#responses.delete(response);
  }

  /** Sends a message on any open event stream. Returns false if there is none. */
  sendToClient(message: readonly Uint8Array[]): boolean {
    const open = [...this.#responses].filter((response) => response.isOpen && response.acceptsEvents);
    // Uses an open event stream if there is one; otherwise converts a pending response into an event stream.
    const response = open.find(({ isEventStream }) => isEventStream) ?? open.at(-1);
    if (response === undefined) return false;
    response.startEventStream();
    response.write([encodeEvent(message)]);
    return true;
  }

  sendToServer(message: readonly Uint8Array[]): void {
    this.#options.toServer(this, message);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.conversation.close();
  }

  #send(to: Side, message: Message): void {
    if (to === 'server') this.sendToServer(message.frame);
    else if ((this.isStateless && message.kind === 'request') || !this.sendToClient(message.frame)) {
      this.#options.onDiagnostic?.({
        from: 'server',
        outcome: 'dropped',
        reason:
          'a request to the client was dropped: the client has no open event stream, or its protocol version does not support requests from the server',
      });
    }
  }
}
