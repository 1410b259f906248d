// One conversation between a client and the upstream, with its open HTTP responses. It lasts as long as the MCP session,
// or as one request in the stateless protocol.

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
} from '@claw/jsonrpc-stream';
import { encodeEvent } from '../response/message-encoding.js';
import type { ClientResponse } from '../server/client-response.js';
import type { WireSettings } from '../wire-settings.js';
import { TaskQueue } from './task-queue.js';

/** An authenticated client. `id` distinguishes callers; `claims` are passed to the inspector. */
export interface Identity {
  readonly id: string;
  readonly claims?: unknown;
}

/** The client of a conversation. */
export interface Caller {
  /** The identity in the token of the last request; `id` is the same for the whole session. */
  readonly identity: Identity | undefined;
  /** The address of the current message. It can change within a session, so read it when needed. */
  readonly address: string | undefined;
  /**
   * The `Mcp-Session-Id` from the upstream, or the endpoint path in the legacy HTTP+SSE transport. Undefined before it is
   * known and in the stateless protocol, so read it when needed.
   */
  readonly sessionId: string | undefined;
}

/** Creates the inspector of a conversation. Every `ConnectInspector` can be used. */
export type ConnectCallerInspector = (peer: Peer, caller: Caller) => Inspector;

export interface SessionOptions {
  readonly connect?: ConnectCallerInspector | undefined;
  readonly onDiagnostic?: ((diagnostic: MessageDiagnostic) => void) | undefined;
  readonly wire?: Pick<WireSettings, 'unmatched'>;
  /** Sends a message of the proxy to the upstream. */
  readonly toServer: (session: Session, message: readonly Uint8Array[]) => void;
}

/** Limits the messages that the proxy sends to the server itself, such as refusals of the server's requests. */
const OWN_MESSAGE_LIMITS = { maxRunning: 8, maxQueued: 1000 };

/** A class for speed: the stateless protocol needs one object per request. */
class SessionConversationOptions implements ConversationOptions {
  readonly send: ConversationOptions['send'];
  readonly connect: ConnectInspector;
  readonly onDiagnostic: (diagnostic: MessageDiagnostic) => void;
  readonly #wire: SessionOptions['wire'];

  constructor(
    caller: Caller,
    { connect = forwardEverything, onDiagnostic = ignore, wire }: SessionOptions,
    say: ConversationOptions['send'],
  ) {
    this.send = say;
    this.connect = (peer) => connect(peer, caller);
    this.onDiagnostic = onDiagnostic;
    this.#wire = wire;
  }

  get unmatched() {
    return this.#wire?.unmatched;
  }
}

const ignore = () => {};

export class Session {
  readonly conversation: Conversation;
  readonly #caller: { -readonly [Key in keyof Caller]: Caller[Key] };
  readonly #options: SessionOptions;
  readonly #responses = new Set<ClientResponse>();
  /** Target and headers of the client's last message, reused for messages of the proxy. */
  route: { readonly target: string; readonly headers: readonly string[] } | undefined;
  /** The `Mcp-Session-Id` from the upstream. */
  id: string | undefined;
  /** In the stateless protocol only the client sends requests, and the proxy sends nothing to the server itself. */
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

  /** Sets the id that later messages use. */
  setSessionId(sessionId: string): void {
    this.#caller.sessionId = sessionId;
  }

  /** Updates the identity of the client from its current token; `id` stays the same. */
  setIdentity(identity: Identity | undefined): void {
    this.#caller.identity = identity;
  }

  /** Sets the address of the message that is inspected next. */
  setAddress(address: string): void {
    this.#caller.address = address;
  }

  /** Created on demand: most conversations need none. */
  get ownMessages(): TaskQueue {
    this.#ownMessages ??= new TaskQueue(OWN_MESSAGE_LIMITS);
    return this.#ownMessages;
  }

  get isBusy(): boolean {
    return this.#responses.size > 0;
  }

  /** Adds an HTTP response that can carry messages to the client. */
  attach(response: ClientResponse): void {
    this.lastUsed = performance.now();
    this.#responses.add(response);
  }

  detach(response: ClientResponse): void {
    this.lastUsed = performance.now();
    this.#responses.delete(response);
  }

  /** Sends a message on any open event stream. False when there is none. */
  sendToClient(message: readonly Uint8Array[]): boolean {
    const open = [...this.#responses].filter((response) => response.isOpen && response.acceptsEvents);
    // Prefers an open event stream; otherwise turns a pending response into one.
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
