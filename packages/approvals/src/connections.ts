// Joins asking to the connections of a firewall: a broker for each or for all, and an inspector around the firewall's own
// that keeps our conversation with the client apart from the client's with the server.

import type {
  Action,
  ActionOverride,
  Awaitable,
  ConnectInspector,
  Inspector,
  Message,
  Peer,
} from '@claw/jsonrpc-stream';
import type { Approver } from '@claw/pipeline';
import { Broker, type BrokerOptions } from './broker.js';
import { Elicitation } from './elicitation.js';
import { ReturnedForms } from './returned-forms.js';

export interface ApprovalOptions extends BrokerOptions {
  /** Whether the client itself may be asked: only over stdio, or on a loopback address without an identity. */
  readonly elicitation: boolean;
  /** Whether it is asked now, if it may be; a policy can change its mind. */
  readonly elicits?: () => boolean;
  /**
   * Whether questions outlive the connection that they came from: over HTTP a connection may be a single call, and whoever
   * was told to wait comes back with another. A yes for the session is then one for the session that the connection names,
   * and for this process where it names none.
   */
  readonly outlive?: boolean;
}

/** The two places where asking meets a firewall. */
export interface Approvals {
  /** For the firewall: who answers the questions of a connection. */
  readonly approver: (peer: Peer) => Approver;
  /**
   * For the transport: the firewall, with our own messages kept apart. `session` says which session a connection belongs to,
   * if it is one; asked for every question, since it may be known only later. It ends with the connection. `remember` is
   * asked when a call comes that has to wait before it is judged.
   */
  around(
    connect: ConnectInspector,
    session?: () => string | undefined,
    remember?: Remember,
  ): ConnectInspector;
  /** Takes back what is still open; resolves when that is done, also for all connections that have ended before. */
  close(): Promise<void>;
}

/** Keeps what is known of the message at hand, and lets it be known again while something is done about it later. */
export type Remember = () => <Result>(act: () => Result) => Result;

const drop: Action = { kind: 'drop' };

/** Asks for any number of connections. */
export function createApprovals(options: ApprovalOptions): Approvals {
  const { elicitation, elicits = () => true, outlive = false } = options;
  const forms = new ReturnedForms();
  const common = outlive ? new Broker(options) : undefined;
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
  // A store that does not answer keeps them; they expire there.
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
    around: (connect, session, remember) => (peer) => {
      const of = connection(peer, session);
      const { broker, form } = of;
      const inner = connect(peer);
      const close = () => {
        // It would go by itself, but late: until the next full collection of garbage it keeps all that belongs to a call.
        connections.delete(peer);
        inner.close?.();
        form?.close();
        if (broker !== common) end(broker.close());
        else if (of.askedIn !== undefined) end(broker.endSession(of.askedIn));
        if (form !== undefined) broker.leave(form);
      };
      return form === undefined ? closing(inner, close) : new Apart(inner, broker, form, remember, close);
    },
    async close() {
      if (common !== undefined) end(common.close());
      await Promise.all(ending);
    },
  };
}

/** What asks for one connection. */
interface Connection {
  readonly broker: Broker;
  readonly form: Elicitation | undefined;
  readonly session: () => string | undefined;
  /** The session in which it has asked something, if it is one. */
  askedIn: string | undefined;
}

const noSession = () => undefined;
const rememberNothing: Remember = () => (act) => act();

const closing = (inner: Inspector, close: () => void): Inspector => ({
  fromClient: (message) => inner.fromClient(message),
  fromServer: (message) => inner.fromServer(message),
  commit: () => inner.commit?.(),
  close,
});

class Apart implements Inspector {
  readonly #inner: Inspector;
  readonly #broker: Broker;
  readonly #form: Elicitation;
  readonly #remember: Remember;
  /** What was judged in the place of a call that comes with an answer of ours. */
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
    this.#remember = remember ?? rememberNothing;
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
    const asItCame = this.#remember();
    return this.#settle(retry.approval, retry.reply).then(async () => {
      const action = await asItCame(() => this.#inner.fromClient(retry.message));
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

  /** The person's word, before the call is judged again: a yes is found there, a no is said there. */
  async #settle(id: string, reply: Parameters<Broker['ledger']['answer']>[1] | undefined): Promise<void> {
    if (reply === undefined) return;
    const answered = await this.#broker.ledger.answer(id, reply);
    if (answered.kind === 'answered' && reply.decision === 'deny')
      this.#broker.refuseNext(answered.approval, reply.by);
  }
}

function after<T>(value: Awaitable<T>, change: (value: T) => T): Awaitable<T> {
  return typeof (value as PromiseLike<T>).then === 'function'
    ? (value as PromiseLike<T>).then(change)
    : change(value as T);
}
