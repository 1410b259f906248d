// The inspector of one connection: has every message judged, in either direction, and tells the transport what to do. It
// remembers which answer belongs to which call.

import { createChainState } from '@claw/detectors';
import type {
  Action,
  Awaitable,
  ConnectInspector,
  Inspector,
  Instead,
  Message,
  NotificationMessage,
  Peer,
  RequestMessage,
} from '@claw/jsonrpc-stream';
import { classifyMethod, type Direction } from '@claw/policy';
import { FORWARD, withError } from './actions.js';
import { Calls } from './calls.js';
import { cancelledId, clientName, paramsOf } from './conversation.js';
import { Desk, NOBODY } from './desk.js';
import { type Greeting, isGreeting } from './greeting.js';
import { Pending } from './pending.js';
import type { Pipeline } from './pipeline.js';
import type { Approver, AuditEntry, AuditSink, Clock } from './ports.js';
import { Questions } from './questions.js';
import { Recorder } from './recorder.js';
import { toError } from './refusal.js';
import { Replies } from './replies.js';
import { ToolBook } from './tool-book.js';
import type { Context, Parties } from './types.js';

/** What a firewall is made of. */
export interface FirewallOptions
  extends Pick<Context, 'killSwitch' | 'counters' | 'cache' | 'links' | 'names' | 'pins'> {
  /** What decides now. Read for every message, so that a reload swaps everything at once. */
  readonly pipeline: () => Pipeline;
  /** The server's configured name. */
  readonly server: string;
  /** The client's name, when our own configuration knows it better than the client. */
  readonly client?: string;
  readonly identity?: string;
  /** Where the message at hand came from, when that is known; asked once for each, before anything waits. */
  readonly address?: () => string | undefined;
  readonly clock: Clock;
  /** `observe` records what would have been done, and forwards. */
  readonly mode?: 'enforce' | 'observe';
  /** Whom to ask. Without one a question is a refusal. */
  readonly approver?: (peer: Peer) => Approver;
  readonly audit?: AuditSink;
  /** Hears of every decision that is more than a nod: refusals, questions, changes, findings. */
  readonly onDecision?: (entry: AuditEntry) => void;
  /** Hears what the two ends of a connection say of themselves. */
  readonly onGreeting?: (greeting: Greeting) => void;
}

/** A firewall for any number of connections. */
export const createFirewall =
  (options: FirewallOptions): ConnectInspector =>
  (peer) =>
    new Connection(options, peer);

class Connection implements Inspector {
  readonly #options: FirewallOptions;
  readonly #context: Context;
  readonly #parties: { -readonly [Key in keyof Parties]: Parties[Key] };
  readonly #pending = new Pending();
  readonly #recorder: Recorder;
  readonly #questions: Questions;
  readonly #observes: boolean;
  readonly #calls: Calls;
  readonly #replies: Replies;

  constructor(options: FirewallOptions, peer: Peer) {
    this.#options = options;
    this.#observes = options.mode === 'observe';
    const { clock, killSwitch, counters, cache, links, names, pins } = options;
    const { server, client, identity } = options;
    this.#parties = { server, client, identity };
    this.#context = {
      parties: this.#parties,
      clock,
      tools: new ToolBook(),
      chains: createChainState(),
      ...(killSwitch !== undefined && { killSwitch }),
      ...(counters !== undefined && { counters }),
      ...(cache !== undefined && { cache }),
      ...(links !== undefined && { links }),
      ...(names !== undefined && { names }),
      ...(pins !== undefined && { pins }),
    };
    this.#recorder = new Recorder({
      sink: options.audit,
      onDecision: options.onDecision,
      clock,
      parties: this.#parties,
      observed: this.#observes,
    });
    this.#questions = new Questions(options.approver?.(peer), killSwitch);
    const desk = new Desk({
      context: this.#context,
      pending: this.#pending,
      recorder: this.#recorder,
      questions: this.#questions,
      pipeline: options.pipeline,
      observes: this.#observes,
      onGreeting: options.onGreeting,
    });
    this.#calls = new Calls(desk);
    this.#replies = new Replies(desk);
  }

  fromClient(message: Message): Awaitable<Action> {
    return this.#see(message, 'client-to-server');
  }

  fromServer(message: Message): Awaitable<Action> {
    return this.#see(message, 'server-to-client');
  }

  commit(): Instead | undefined {
    const denied = this.#recorder.commit(this.#options.pipeline().policy.policy.settings);
    if (denied === undefined || this.#observes) return undefined;
    return (message, from, decided) => {
      if (!this.#recorder.hasLost(message)) return decided;
      const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
      if (message.kind === 'request') this.#pending.forget(direction, message.id);
      return withError(message, toError(denied));
    };
  }

  close(): void {
    this.#questions.close();
  }

  #see(message: Message, direction: Direction): Awaitable<Action> {
    this.#options.audit?.count(direction);
    if (message.kind === 'response') return this.#replies.judgeReply(message, direction);
    this.#learn(message, direction);
    const startedTicks = this.#context.clock.ticks();
    const pipeline = this.#options.pipeline();
    if (message.kind === 'notification' && direction === 'server-to-client')
      return this.#replies.judgeNotice(message, pipeline, startedTicks);
    // A server's requests are all read: any of them can carry something to the client.
    if (direction === 'client-to-server' && !pipeline.isJudged(message, direction))
      return this.#passUnjudged(message, direction);
    const address = direction === 'client-to-server' ? this.#options.address?.() : undefined;
    const circumstances = { startedTicks, agreed: NOBODY, address };
    const isOfTool = message.kind === 'request' && message.method === 'tools/call';
    const alike =
      isOfTool && direction === 'client-to-server'
        ? this.#calls.passAlike(message, pipeline, circumstances)
        : undefined;
    return alike ?? this.#calls.judge(message, direction, pipeline, circumstances);
  }

  /** The protocol's own small talk: only its answers are of interest. */
  #passUnjudged(message: RequestMessage | NotificationMessage, direction: Direction): Action {
    if (message.kind === 'request') {
      const { method } = message;
      const ticks = this.#context.clock.ticks();
      const asked = {
        method,
        tool: undefined,
        info: classifyMethod(method),
        params: isGreeting(method) ? paramsOf(message) : {},
        effects: 0,
        seq: undefined,
        ticks,
      };
      this.#pending.add(direction, message.id, asked);
    }
    return FORWARD;
  }

  /** What a message tells about the connection, whatever becomes of it. */
  #learn(message: Message, direction: Direction): void {
    if (message.method === 'initialize' && direction === 'client-to-server')
      this.#parties.client ??= clientName(message);
    else if (message.method === 'notifications/tools/list_changed')
      this.#context.tools.markStale(this.#context.clock.ticks());
    else if (message.method === 'notifications/cancelled') {
      const id = cancelledId(message);
      if (id === undefined) return;
      this.#pending.forget(direction, id);
      this.#questions.withdraw(direction, id);
    }
  }
}
