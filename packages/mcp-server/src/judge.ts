// Decides on an intent as a proxy would, and logs the decision; an intent that cannot be logged is denied.

import { type AuditSink, decideRequest, type RequestDecision } from '@claw/pipeline';
import { type Intent, toEvent } from './intent.js';
import type { ServerPorts, ToolContext } from './ports.js';

/** Decides on an intent and logs the decision. */
export async function judgeIntent(intent: Intent, { ports, caller }: ToolContext): Promise<RequestDecision> {
  const surroundings = { ...ports.surroundings, audit: sinkOf(ports) };
  return decideRequest(ports.pipeline(), toEvent(intent, caller), surroundings);
}

/** An intent has no message and therefore no id, which distinguishes its log entry from that of a call. */
const sinkOf = ({ log }: ServerPorts): AuditSink => ({
  record: (entry) => log.record({ ...entry, id: undefined }),
  count: () => {},
});

/** True if the proxies would deny it now: rules and the kill switch can change during an approval. */
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

/** True if the proxies would allow it without a new approval, because of an earlier one. */
export async function isAgreed(judged: RequestDecision, { ports }: ToolContext): Promise<boolean> {
  if (judged.decision !== 'prompt' || ports.hasAgreed === undefined) return false;
  const question = await judged.approvalRequest();
  return question?.access !== undefined && (await ports.hasAgreed({ ...question, access: question.access }));
}
