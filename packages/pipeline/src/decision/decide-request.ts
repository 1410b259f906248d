// Decides about one request without a connection, for `policy test`, planning and embedding. It counts no limits,
// requests no approvals and stores nothing.

import { createChainState } from '@claw/detectors';
import { type Awaitable, createRequest } from '@claw/jsonrpc-stream';
import { type Action, classifyMethod, type Effect, effectNames, type PolicyEvent } from '@claw/policy';
import { toApprovalRequest } from '../approvals/approval-request.js';
import { findAccess } from '../approvals/requested-access.js';
import { describeDecision } from '../audit/describe-decision.js';
import { maskArguments } from '../audit/mask-arguments.js';
import { type AuditedDecision, AuditRecorder } from '../audit/recorder.js';
import { whenReady } from '../awaitable.js';
import type { Pipeline } from '../pipeline.js';
import type { ApprovalRequest, AuditSink, Clock, RecordedFinding } from '../ports.js';
import { ToolRegistry } from '../tool-registry.js';
import type { Call, Context, Decision, Deny } from '../types.js';
import { ReviewedCall } from './reviewed-call.js';

/** The decision about a request, its rule, and details for users and the log. */
export interface RequestDecision {
  readonly decision: Action;
  /** The name of the rule or stage. */
  readonly rule: string;
  readonly reason: string;
  /** The message of the rule. */
  readonly message: string | undefined;
  /** A suggestion for the model. */
  readonly suggestion: string | undefined;
  readonly effects: readonly Effect[];
  readonly findings: readonly RecordedFinding[];
  /** The approval request; undefined unless the decision is `prompt`. */
  approvalRequest(): Awaitable<ApprovalRequest | undefined>;
}

/** The ports for the decision. Links are resolved only with a resolver; the kill switch is off by default. */
export interface RequestContext extends Pick<Context, 'links' | 'killSwitch' | 'dns'> {
  readonly clock: Clock;
  /** Logs the decision; a request that cannot be logged is denied, unless the policy says otherwise. */
  readonly audit?: AuditSink;
}

/** Decides about a request like a new connection. Limits are not counted. */
export function decideRequest(
  pipeline: Pipeline,
  event: PolicyEvent,
  surroundings: RequestContext,
): Awaitable<RequestDecision> {
  const { call, context } = toCall(pipeline, event, surroundings);
  const startedTicks = context.clock.ticks();
  return whenReady(pipeline.decideCall(call, context), (decision) =>
    whenReady(
      record(pipeline, { subject: call, decision, startedTicks }, context, surroundings),
      (denied) => {
        const final = denied === undefined ? decision : { ...decision, denied };
        return new DecidedRequest(final, call, context);
      },
    ),
  );
}

/** The reason why the decision could not be logged, if that matters. */
function record(
  pipeline: Pipeline,
  { decision, ...rest }: Pick<AuditedDecision, 'subject' | 'decision' | 'startedTicks'>,
  { peers }: Context,
  { clock, audit }: RequestContext,
): Awaitable<Deny | undefined> {
  if (audit === undefined) return undefined;
  const recorder = new AuditRecorder({ sink: audit, onDecision: undefined, clock, peers, observed: false });
  const { settings } = pipeline.policy.policy;
  const stopped = decision.denied ?? decision.asks[0];
  const isPending = decision.denied === undefined;
  const audited: AuditedDecision = { ...rest, decision, stopped, isPending };
  return whenReady(recorder.record(audited, pipeline), (recorded) =>
    'failed' in recorded ? recorded.failed : recorder.commit(settings),
  );
}

/** The arguments of a request as logged, for requests that are logged but not judged. */
export function maskRequestArguments(
  pipeline: Pipeline,
  event: PolicyEvent,
  surroundings: RequestContext,
): string | undefined {
  const masked = maskArguments(toCall(pipeline, event, surroundings).call, pipeline.maskEngine());
  return masked instanceof Uint8Array ? new TextDecoder().decode(masked) : masked;
}

function toCall(pipeline: Pipeline, event: PolicyEvent, surroundings: RequestContext) {
  const { method, params, server = '', client, identity } = event;
  const tools = new ToolRegistry();
  // The tools of the server are unknown here, so they are not checked.
  const { name } = (params ?? {}) as { name?: unknown };
  if (typeof name === 'string') tools.addPage([{ name }], true);
  const context: Context = {
    ...surroundings,
    peers: { server, client, identity },
    tools,
    chains: createChainState(),
    counters: { hit: () => undefined },
    states: { get: () => undefined, replace: () => true },
  };
  const direction = event.direction ?? classifyMethod(method).direction;
  const message = createRequest(1, method, params as object | undefined);
  return { call: new ReviewedCall(message, direction, context, pipeline.policy), context };
}

/** Most callers need three fields; the others are computed on access. */
class DecidedRequest implements RequestDecision {
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly #findings: readonly RecordedFinding[];
  readonly #parts: { readonly decided: Decision; readonly call: Call; readonly context: Context };

  constructor(decided: Decision, call: Call, context: Context) {
    const stopped = decided.denied ?? decided.asks[0];
    const description = describeDecision(decided, stopped, decided.denied === undefined);
    this.decision = description.decision;
    this.rule = description.rule;
    this.reason = description.reason;
    this.#findings = description.findings;
    this.#parts = { decided, call, context };
  }

  get message(): string | undefined {
    const { denied, asks } = this.#parts.decided;
    return (denied ?? asks[0])?.message;
  }

  get suggestion(): string | undefined {
    return this.#parts.decided.denied?.suggestion;
  }

  get effects(): readonly Effect[] {
    return effectNames(this.#parts.call.facts.effects);
  }

  get findings(): readonly RecordedFinding[] {
    return this.#findings;
  }

  approvalRequest(): Awaitable<ApprovalRequest | undefined> {
    const { decided, call, context } = this.#parts;
    const [ask] = decided.denied === undefined ? decided.asks : [];
    if (ask === undefined) return undefined;
    return whenReady(findAccess(ask, call, context), (access) => ({
      ...toApprovalRequest(ask, call, context),
      access,
    }));
  }
}
