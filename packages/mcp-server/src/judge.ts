// The proxies' word about an intent, written down like theirs: what cannot be recorded is not allowed.

import { type AuditSink, decideRequest, type RequestDecision } from '@claw/pipeline';
import { type Intent, toEvent } from './intent.js';
import type { ServerPorts, ToolContext } from './ports.js';

/** Judges and records an intent. */
export async function judgeIntent(intent: Intent, { ports, caller }: ToolContext): Promise<RequestDecision> {
  const surroundings = { ...ports.surroundings, audit: sinkOf(ports) };
  return decideRequest(ports.pipeline(), toEvent(intent, caller), surroundings);
}

/** No message carries an intent, so its record has no id: that is what tells it from a call. */
const sinkOf = ({ log }: ServerPorts): AuditSink => ({
  record: (entry) => log.record({ ...entry, id: undefined }),
  count: () => {},
});

/** Whether the proxies would refuse it by now: while people think, rules change and switches are thrown. */
export async function isRefusedNow(
  intent: Intent,
  { ports, caller }: ToolContext,
): Promise<string | undefined> {
  const { decision, rule } = await decideRequest(
    ports.pipeline(),
    toEvent(intent, caller),
    ports.surroundings,
  );
  return decision === 'deny' ? rule : undefined;
}

/** Whether the proxies would let it pass without a question, because a person has answered it before. */
export async function isAgreed(judged: RequestDecision, { ports }: ToolContext): Promise<boolean> {
  if (judged.decision !== 'prompt' || ports.hasAgreed === undefined) return false;
  const question = await judged.approvalRequest();
  return question?.access !== undefined && (await ports.hasAgreed({ ...question, access: question.access }));
}
