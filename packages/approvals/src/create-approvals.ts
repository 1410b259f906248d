// Connects approvals to the connections of a firewall. Creates a broker for one or all connections, and an inspector
// that wraps the firewall and separates its own messages to the client from those of the server.

import {
  type Action,
  type ActionOverride,
  type Awaitable,
  type ConnectInspector,
  type Inspector,
  isPromise,
  type Message,
  type Peer,
} from '@claw/jsonrpc-stream';
import type { Approver } from '@claw/pipeline';
import { Broker, type BrokerOptions } from './broker.js';
import { Elicitation } from './elicitation.js';
import { ReturnedForms } from './returned-forms.js';

export interface ApprovalOptions extends BrokerOptions {
  /**
   * True if approvals may be requested through the client itself. This is allowed only over stdio, or on a loopback
   * address without an identity.
   */
  readonly elicitation: boolean;
  /** Returns true if the policy currently allows the client as a channel. */
  readonly elicits?: () => boolean;
  /**
   * True if requests remain open after their connection has ended: over HTTP a connection may be a single call, and
   * the client repeats the call on another connection. A session approval then applies to the session that the
   * connection names, or to this process if it names none.
   */
  readonly persistent?: boolean;
}

/** Connects approvals to a firewall and its transport. */
export interface Approvals {
  /** For the firewall: creates the approver of a connection. */
  readonly approver: (peer: Peer) => Approver;
  /**
   * For the transport: wraps the firewall and separates its own messages. `session` returns the session of a
   * connection, if any; it is called for each request, because the session may be known only later. The session ends
   * with the connection. `remember` is called for a call that has to wait before it is checked.
   */
  wrap(connect: ConnectInspector, session?: () => string | undefined, remember?: Remember): ConnectInspector;
  /** Withdraws all open requests. Resolves when this is done, including for connections that ended earlier. */
  close(): Promise<void>;
}

/** Captures the context of the current message, and restores it for later work on that message. */
export type Remember = () => <Result>(act: () => Result) => Result;

const drop: Action = { kind: 'drop' };

/** Creates approvals for any number of connections. */
export function createApprovals(options: ApprovalOptions): Approvals {
  const { elicitation, elicits = () => true, persistent = false } = options;
  const forms = new ReturnedForms();
  const common = persistent ? new Broker(options) : undefined;
  const connections = new WeakMap<Peer, Connection>();
  const connection = (peer: Peer, session: Connection['session'] = noSession) => {
    const known = connections.get(peer);
    if (known !== undefined) return known;
    const form = elicitation ? new Elicitation(peer, forms) : undefined;
    const made: Connection = { form, broker: common ?? new Broker(options), session, askedIn: undefined };
    connections.set(peer, made);
    return made;
  };
  const ending = new Set<Promise<void>>();
  // If the store does not respond, the approvals remain in it until they expire.
  const end = (ended: Promise<void>) => {
    const settled = ended.catch(() => {}).finally(() => ending.delete(settled));
    ending.add(settled);
  };
  return {
    approver: (peer) => {
      const of = connection(peer);
      const { broker, form } = of;
      return {
        requestApproval(question, withdrawn) {
          const session = of.session();
          of.askedIn = session;
          const channels = form !== undefined && elicits() ? [form] : undefined;
          return broker.requestApproval(question, withdrawn, { session, channels });
        },
      };
    },
    wrap: (connect, session, remember) => (peer) => {
      const of = connection(peer, session);
      const { broker, form } = of;
      const inner = connect(peer);
      const close = () => {
        // Without this, the timer would keep all data of the call in memory until the next full garbage collection.
        connections.delete(peer);
        inner.close?.();
        form?.close();
        if (broker !== common) end(broker.close());
        else if (of.askedIn !== undefined) end(broker.endSession(of.askedIn));
        if (form !== undefined) broker.removeChannel(form);
      };
      return form === undefined
        ? closing(inner, close)
        : new ElicitationInspector(inner, broker, form, remember, close);
    },
    async close() {
      if (common !== undefined) end(common.close());
      await Promise.all(ending);
    },
  };
}

interface Connection {
  readonly broker: Broker;
  readonly form: Elicitation | undefined;
  readonly session: () => string | undefined;
  /** The session in which approvals were requested, if any. */
  askedIn: string | undefined;
}

const noSession = () => undefined;
const runDirectly: Remember = () => (act) => act();

const closing = (inner: Inspector, close: () => void): Inspector => ({
  fromClient: (message) => inner.fromClient(message),
  fromServer: (message) => inner.fromServer(message),
  commit: () => inner.commit?.(),
  close,
});

class ElicitationInspector implements Inspector {
  readonly #inner: Inspector;
  readonly #broker: Broker;
  readonly #form: Elicitation;
  readonly #remember: Remember;
  /** The message that was checked in place of a call that contains our own response. */
  readonly #judgedAs = new WeakMap<Message, Message>();
  readonly close: () => void;

  constructor(
    inner: Inspector,
    broker: Broker,
    form: Elicitation,
    remember: Remember | undefined,
    close: () => void,
  ) {
    this.#inner = inner;
    this.#broker = broker;
    this.#form = form;
    this.#remember = remember ?? runDirectly;
    this.close = close;
  }

  fromClient(message: Message): Awaitable<Action> {
    if (message.kind === 'response') return this.#form.take(message) ? drop : this.#inner.fromClient(message);
    if (message.kind !== 'request' || message.batched) return this.#inner.fromClient(message);
    this.#form.learn(message);
    const retry = this.#form.retry(message);
    if (retry === undefined)
      return after(this.#inner.fromClient(message), (action) => this.#form.outgoing(message, action));
    this.#judgedAs.set(message, retry.message);
    const inItsContext = this.#remember();
    return this.#settle(retry.approval, retry.reply).then(async () => {
      const action = await inItsContext(() => this.#inner.fromClient(retry.message));
      return action.kind === 'forward'
        ? { kind: 'replace', message: retry.message }
        : this.#form.outgoing(retry.message, action);
    });
  }

  fromServer(message: Message): Awaitable<Action> {
    return this.#inner.fromServer(message);
  }

  commit(): ActionOverride | undefined {
    const instead = this.#inner.commit?.();
    return instead && ((message, ...rest) => instead(this.#judgedAs.get(message) ?? message, ...rest));
  }

  /** Stores the decision of the user before the call is checked again, so that the check finds the decision. */
  async #settle(id: string, reply: Parameters<Broker['store']['answer']>[1] | undefined): Promise<void> {
    if (reply === undefined) return;
    const answered = await this.#broker.store.answer(id, reply);
    if (answered.kind === 'answered' && reply.decision === 'deny')
      this.#broker.denyNext(answered.approval, reply.by);
  }
}

function after<T>(value: Awaitable<T>, change: (value: T) => T): Awaitable<T> {
  return isPromise(value) ? value.then(change) : change(value);
}
