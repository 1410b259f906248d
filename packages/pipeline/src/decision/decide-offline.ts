// Decides on one request without a connection: for `policy test`, for agents that check a planned call, and for
// programs that embed the library. It does not count against limits, request approvals or store state.

import { createChainState } from '@claw/detectors';
import { type Awaitable, createRequest } from '@claw/jsonrpc-stream';
import { classifyMethod, type PolicyEvent } from '@claw/policy';
import { maskArguments } from '../audit/mask-arguments.js';
import { type AuditedDecision, AuditRecorder } from '../audit/recorder.js';
import { whenReady } from '../awaitable.js';
import type { Pipeline } from '../pipeline.js';
import type { AuditSink, Clock } from '../ports.js';
import { ToolRegistry } from '../tool-registry.js';
import type { Context, Deny } from '../types.js';
import { DecidedRequest, type RequestDecision } from './offline-decision.js';
import { ReviewedCall } from './reviewed-call.js';

/**
 * The ports for the decision. Without `links`, symbolic links are not resolved; without `killSwitch`, the kill switch
 * is off.
 */
export interface RequestContext extends Pick<Context, 'links' | 'killSwitch' | 'dns'> {
  readonly clock: Clock;
  /**
   * Receives the log entry. If the entry cannot be written, the request is denied, unless the policy allows unlogged
   * calls.
   */
  readonly audit?: AuditSink;
}

/** Decides on a request as if it were the first of a new connection. The request does not count against limits. */
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

/** Logs the decision. Returns a denial if the entry cannot be written and the policy requires log entries. */
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

/** Returns the masked arguments of a request that is logged but not evaluated. */
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
  // Adds the tool of the request to the registry: the tools of the server are unknown here, so calls to unlisted
  // tools are allowed.
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
