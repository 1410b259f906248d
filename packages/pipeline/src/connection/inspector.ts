// The inspector of one connection. It decides on each message in both directions, returns the action for the
// transport, and matches responses to requests.

import { createChainState } from '@claw/detectors';
import {
  type Action,
  type ActionOverride,
  type Awaitable,
  type ConnectInspector,
  cancelledId,
  type Inspector,
  type Message,
  type MessageId,
  type NotificationMessage,
  type Peer,
  paramsOf,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { classifyMethod, type Direction } from '@claw/policy';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { AuditRecorder } from '../audit/recorder.js';
import { toDenialError } from '../decision/denial-errors.js';
import type { Pipeline } from '../pipeline.js';
import type { Approver, AuditEntry, AuditSink, Clock } from '../ports.js';
import { ToolRegistry } from '../tool-registry.js';
import type { Context, Peers } from '../types.js';
import { FORWARD, withError } from './actions.js';
import { ConnectionState, NO_APPROVALS } from './connection-state.js';
import { type Handshake, isHandshake } from './handshake.js';
import { clientName } from './message-fields.js';
import { PendingRequests } from './pending-requests.js';
import { RequestHandler } from './request-handler.js';
import { ResponseHandler } from './response-handler.js';

export interface FirewallOptions
  extends Pick<Context, 'killSwitch' | 'counters' | 'cache' | 'states' | 'links' | 'dns' | 'pins'> {
  /** Returns the active pipeline; called for every message, so that a reload replaces all settings at once. */
  readonly pipeline: () => Pipeline;
  /** The configured name of the server. */
  readonly server: string;
  /** The name of the client from our configuration, which takes precedence over the one that the client sends. */
  readonly client?: string;
  readonly identity?: string | undefined;
  /** The id of the gateway API key that the client used. */
  readonly apiKey?: string;
  /**
   * Returns the address of the client that sent the current message, if it is known. Called once for each message,
   * before the inspector awaits anything.
   */
  readonly address?: (() => string | undefined) | undefined;
  readonly clock: Clock;
  /**
   * In the mode `observe`, decisions are logged but all messages are forwarded, except those that the kill switch
   * denies.
   */
  readonly mode?: 'enforce' | 'observe';
  /** Creates the approver of a connection. Without an approver, `prompt` denies. */
  readonly approver?: (peer: Peer) => Approver;
  readonly audit?: AuditSink;
  /** Called for every decision with an effect: denials, approvals, changes and findings. */
  readonly onDecision?: (entry: AuditEntry) => void;
  /** Called with the handshake information of both peers. */
  readonly onHandshake?: (greeting: Handshake) => void;
}

/** Creates a firewall, which can inspect any number of connections. */
export const createFirewall =
  (options: FirewallOptions): ConnectInspector =>
  (peer) =>
    new Connection(options, peer);

class Connection implements Inspector {
  readonly #options: FirewallOptions;
  readonly #context: Context;
  readonly #peers: { -readonly [Key in keyof Peers]: Peers[Key] };
  readonly #pending = new PendingRequests();
  readonly #recorder: AuditRecorder;
  readonly #approvals: PendingApprovals;
  readonly #isObserveMode: boolean;
  readonly #requests: RequestHandler;
  readonly #responses: ResponseHandler;

  constructor(options: FirewallOptions, peer: Peer) {
    this.#options = options;
    this.#isObserveMode = options.mode === 'observe';
    const { clock, killSwitch, counters, cache, states, links, dns, pins } = options;
    const { server, client, identity, apiKey } = options;
    this.#peers = { server, client, identity, apiKey };
    this.#context = {
      peers: this.#peers,
      clock,
      tools: new ToolRegistry(),
      chains: createChainState(),
      killSwitch,
      counters,
      cache,
      states,
      links,
      dns,
      pins,
    };
    this.#recorder = new AuditRecorder({
      sink: options.audit,
      onDecision: options.onDecision,
      clock,
      peers: this.#peers,
      observed: this.#isObserveMode,
    });
    this.#approvals = new PendingApprovals(options.approver?.(peer));
    const state = new ConnectionState({
      context: this.#context,
      pending: this.#pending,
      recorder: this.#recorder,
      approvals: this.#approvals,
      pipeline: options.pipeline,
      isObserveMode: this.#isObserveMode,
      onHandshake: options.onHandshake,
    });
    this.#responses = new ResponseHandler(state);
    this.#requests = new RequestHandler(state, this.#responses);
  }

  fromClient(message: Message): Awaitable<Action> {
    return this.#inspect(message, 'client-to-server');
  }

  fromServer(message: Message): Awaitable<Action> {
    return this.#inspect(message, 'server-to-client');
  }

  commit(): ActionOverride | undefined {
    const denied = this.#recorder.commit(this.#options.pipeline().policy.policy.settings);
    if (denied === undefined || this.#isObserveMode) return undefined;
    return (message, from, decided) => {
      if (!this.#recorder.hasLost(message)) return decided;
      const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
      if (message.kind === 'request') this.#forget(direction, message.id);
      return withError(message, toDenialError(denied));
    };
  }

  close(): void {
    this.#approvals.close();
    for (const request of this.#pending.open('client-to-server'))
      this.#options.pipeline().onAbandoned(request, this.#context);
  }

  #forget(direction: Direction, id: MessageId): void {
    const request = this.#pending.forget(direction, id);
    if (request !== undefined) this.#options.pipeline().onAbandoned(request, this.#context);
  }

  #inspect(message: Message, direction: Direction): Awaitable<Action> {
    this.#options.audit?.count(direction);
    if (message.kind === 'response') return this.#responses.handleResponse(message, direction);
    this.#updateState(message, direction);
    const startedTicks = this.#context.clock.ticks();
    const pipeline = this.#options.pipeline();
    if (message.kind === 'notification' && direction === 'server-to-client')
      return this.#responses.handleNotification(message, pipeline, startedTicks);
    // All requests from a server are searched, because any of them can carry data to the client.
    if (direction === 'client-to-server' && !pipeline.isReviewed(message, direction))
      return this.#forwardUnreviewed(message, direction);
    const address = direction === 'client-to-server' ? this.#options.address?.() : undefined;
    const callContext = { startedTicks, approvedRules: NO_APPROVALS, address };
    return this.#requests.handle(message, direction, pipeline, callContext);
  }

  /** Forwards protocol messages; only their responses are searched. */
  #forwardUnreviewed(message: RequestMessage | NotificationMessage, direction: Direction): Action {
    if (message.kind === 'request') {
      const { method } = message;
      const ticks = this.#context.clock.ticks();
      const request = {
        method,
        tool: undefined,
        info: classifyMethod(method),
        params: isHandshake(method) ? paramsOf(message) : {},
        effects: 0,
        seq: undefined,
        ticks,
      };
      this.#pending.add(direction, message.id, request);
    }
    return FORWARD;
  }

  /** Updates the state of the connection from a message; runs before the decision, whatever its result. */
  #updateState(message: Message, direction: Direction): void {
    if (message.method === 'initialize' && direction === 'client-to-server')
      this.#peers.client ??= clientName(message);
    else if (message.method === 'notifications/tools/list_changed')
      this.#context.tools.markStale(this.#context.clock.ticks());
    else if (message.method === 'notifications/cancelled') {
      const id = cancelledId(message);
      if (id === undefined) return;
      this.#forget(direction, id);
      this.#approvals.withdraw(direction, id);
    }
  }
}
