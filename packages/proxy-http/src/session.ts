// One conversation between a client and the upstream, with the connections that belong to it. In the handshake era it
// lasts as long as the session; in the stateless era, as long as one request.

import {
  type ConnectInspector,
  Conversation,
  type ConversationOptions,
  forwardEverything,
  type Incident,
  type Inspector,
  type Message,
  type Peer,
  type Side,
} from '@claw/jsonrpc-stream';
import type { Channel } from './channel.js';
import { eventOf } from './frames.js';
import { Turns } from './turns.js';
import type { WireInForce } from './wire-in-force.js';

/** Who was let in. `id` tells callers apart; what else is known of them is for the inspector. */
export interface Identity {
  readonly id: string;
  readonly claims?: unknown;
}

/** Who is on the other end of a conversation. */
export interface Caller {
  readonly identity: Identity | undefined;
  /** Where the message at hand came from; of one session it may be elsewhere each time, so it is read when it is needed. */
  readonly address: string | undefined;
  /**
   * What tells the session from others: what the upstream called it, or where its messages are posted to in the oldest
   * transport. Undefined before that is known, and in the stateless era; so it is read when it is needed.
   */
  readonly sessionId: string | undefined;
}

/** Makes the inspector of one new conversation. Any `ConnectInspector` will do. */
export type ConnectCaller = (peer: Peer, caller: Caller) => Inspector;

export interface SessionOptions {
  readonly connect?: ConnectCaller | undefined;
  readonly onIncident?: ((incident: Incident) => void) | undefined;
  readonly wire?: Pick<WireInForce, 'unmatched'>;
  /** Sends a message of ours to the upstream. */
  readonly toServer: (session: Session, message: readonly Uint8Array[]) => void;
}

/** What the server makes us say, by questions that are answered here, goes over a few connections at a time. */
const OWN_MESSAGES = { running: 8, waiting: 1000 };

/** What the conversation of a session goes by. A class, because there is one for each request of the stateless era. */
class Terms implements ConversationOptions {
  readonly say: ConversationOptions['say'];
  readonly connect: ConnectInspector;
  readonly onIncident: (incident: Incident) => void;
  readonly #wire: SessionOptions['wire'];

  constructor(
    caller: Caller,
    { connect = forwardEverything, onIncident = ignore, wire }: SessionOptions,
    say: ConversationOptions['say'],
  ) {
    this.say = say;
    this.connect = (peer) => connect(peer, caller);
    this.onIncident = onIncident;
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
  readonly #channels = new Set<Channel>();
  /** What the last message of the client was sent with: our own go the same way. */
  route: { readonly target: string; readonly headers: readonly string[] } | undefined;
  /** What the upstream called it. */
  id: string | undefined;
  /** In the stateless era nobody but the client starts anything, and nothing is sent to the server by ourselves. */
  isStateless = false;
  lastUsed = performance.now();
  #closed = false;
  #ownMessages: Turns | undefined;

  constructor(caller: Caller, options: SessionOptions) {
    this.#caller = { ...caller };
    this.id = caller.sessionId;
    this.#options = options;
    this.conversation = new Conversation(
      new Terms(this.#caller, options, (to, message) => this.#say(to, message)),
    );
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Later messages refer to it by this. */
  knownAs(sessionId: string): void {
    this.#caller.sessionId = sessionId;
  }

  /** The message that is judged next came from there. */
  comesFrom(address: string): void {
    this.#caller.address = address;
  }

  /** Most conversations have none. */
  get ownMessages(): Turns {
    this.#ownMessages ??= new Turns(OWN_MESSAGES);
    return this.#ownMessages;
  }

  get isBusy(): boolean {
    return this.#channels.size > 0;
  }

  /** A connection of the client on which something may be said. */
  attach(channel: Channel): void {
    this.lastUsed = performance.now();
    this.#channels.add(channel);
  }

  detach(channel: Channel): void {
    this.lastUsed = performance.now();
    this.#channels.delete(channel);
  }

  /** Says something that is no answer to a particular connection. False when the client listens on none. */
  tellClient(message: readonly Uint8Array[]): boolean {
    const open = [...this.#channels].filter((channel) => channel.isOpen && channel.acceptsEvents);
    // An open stream first; else one that waits for its answer becomes a stream.
    const channel = open.find(({ hasEvents }) => hasEvents) ?? open.at(-1);
    if (channel === undefined) return false;
    channel.openEvents();
    channel.write([eventOf(message)]);
    return true;
  }

  tellServer(message: readonly Uint8Array[]): void {
    this.#options.toServer(this, message);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.conversation.close();
  }

  #say(to: Side, message: Message): void {
    if (to === 'server') this.tellServer(message.frame);
    else if ((this.isStateless && message.kind === 'request') || !this.tellClient(message.frame)) {
      this.#options.onIncident?.({
        from: 'server',
        outcome: 'dropped',
        reason: 'the client cannot be asked: it listens on no stream, or its revision has no questions',
      });
    }
  }
}
