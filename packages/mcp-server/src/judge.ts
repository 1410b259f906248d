// The proxies' word about an intent, written down like theirs: what cannot be recorded is not allowed.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { type AuditEntry, judgeRequest, type Pipeline, type RequestJudgement } from '@claw/pipeline';
import type { PolicyEvent } from '@claw/policy';
import { type Intent, toEvent } from './intent.js';
import type { ToolContext } from './ports.js';

/** What is told about a decision, and what was decided with. */
export interface Judgement {
  readonly judged: Pick<
    RequestJudgement,
    'decision' | 'rule' | 'reason' | 'message' | 'suggestion' | 'effects' | 'findings' | 'findQuestion'
  >;
  readonly pipeline: Pipeline;
}

/** Judges and records an intent. */
export async function judgeIntent(intent: Intent, context: ToolContext): Promise<Judgement> {
  const { surroundings, pipeline: current } = context.ports;
  const pipeline = current();
  const event = toEvent(intent, context.caller);
  const started = surroundings.clock.ticks();
  const judged = await judgeRequest(pipeline, event, surroundings);
  try {
    await write(judged, event, started, context);
    context.ports.log.commit?.();
  } catch (error) {
    if (pipeline.policy.policy.settings.audit.on_failure === 'deny')
      return { judged: unrecorded(judged, error), pipeline };
  }
  return { judged, pipeline };
}

/** Whether the proxies would refuse it by now: while people think, rules change and switches are thrown. */
export async function isRefusedNow(
  intent: Intent,
  { ports, caller }: ToolContext,
): Promise<string | undefined> {
  const { decision, rule } = await judgeRequest(
    ports.pipeline(),
    toEvent(intent, caller),
    ports.surroundings,
  );
  return decision === 'deny' ? rule : undefined;
}

function write(
  judged: RequestJudgement,
  { method, params, client, identity }: PolicyEvent,
  started: number,
  { ports: { surroundings, log } }: ToolContext,
): Awaitable<unknown> {
  const { clock } = surroundings;
  const { decision, rule, reason, findings, trail, maskedParams } = judged;
  const { name } = params as { name?: string };
  const entry: AuditEntry = {
    kind: 'decision',
    time: clock.now(),
    direction: 'client-to-server',
    id: undefined,
    method,
    tool: name,
    client,
    identity,
    decision,
    rule,
    reason,
    findings,
    trail,
    decideUs: clock.ticks() - started,
    params: maskedParams,
    callSeq: undefined,
    latencyUs: undefined,
    observed: false,
  };
  return log.record(entry);
}

const unrecorded = ({ effects, findings }: RequestJudgement, error: unknown): Judgement['judged'] => ({
  decision: 'deny',
  rule: 'audit',
  reason: `the decision could not be recorded: ${(error as Error).message}`,
  message: 'the decision could not be recorded',
  suggestion: undefined,
  effects,
  findings,
  findQuestion: () => undefined,
});
