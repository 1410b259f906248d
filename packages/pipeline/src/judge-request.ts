// What the firewall would say about one request, outside of any connection: for `policy test`, for planning, for
// embedding. Nothing is counted, asked or remembered.

import { createChainState } from '@claw/detectors';
import { type Awaitable, createRequest } from '@claw/jsonrpc-stream';
import { type Action, classifyMethod, type PolicyEvent } from '@claw/policy';
import { ReviewedCall } from './call.js';
import type { Pipeline } from './pipeline.js';
import type { Clock, LinkResolver } from './ports.js';
import { describeDecision } from './record.js';
import { ToolBook } from './tool-book.js';
import type { Context } from './types.js';
import { whenReady } from './wait.js';

/** The word about a request, and whose word it is. */
export interface RequestJudgement {
  readonly decision: Action;
  /** The rule's name, or the stage's. */
  readonly rule: string;
  readonly reason: string;
}

/** Judges a request as a fresh connection would. Limits are not counted, links are followed only by a resolver. */
export function judgeRequest(
  pipeline: Pipeline,
  event: PolicyEvent,
  { clock, links }: { readonly clock: Clock; readonly links?: LinkResolver },
): Awaitable<RequestJudgement> {
  const { method, params, server = '', client, identity } = event;
  const tools = new ToolBook();
  // Whether the server declares this tool is not the question.
  const { name } = (params ?? {}) as { name?: unknown };
  if (typeof name === 'string') tools.addPage([{ name }], true);
  const context: Context = {
    parties: { server, client, identity },
    clock,
    tools,
    chains: createChainState(),
    counters: { hit: () => undefined },
    ...(links !== undefined && { links }),
  };
  const direction = event.direction ?? classifyMethod(method).direction;
  const message = createRequest(1, method, params as object | undefined);
  const call = new ReviewedCall(message, direction, context, pipeline.policy);
  return whenReady(pipeline.judgeCall(call, context), (decision) => {
    const stopped = decision.denied ?? decision.asks[0];
    const {
      decision: word,
      rule,
      reason,
    } = describeDecision(decision, stopped, decision.denied === undefined);
    return { decision: word, rule, reason };
  });
}
