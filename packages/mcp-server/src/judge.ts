// Decides an intent as a proxy would and logs the decision. An intent that cannot be logged is denied.

import { type AuditSink, decideRequest, type RequestDecision } from '@claw/pipeline';
import { type Intent, toEvent } from './intent.js';
import type { ServerPorts, ToolContext } from './ports.js';

/** Decides an intent and logs the decision. */
export async function judgeIntent(intent: Intent, { ports, caller }: ToolContext): Promise<RequestDecision> {
  const surroundings = { ...ports.surroundings, audit: sinkOf(ports) };
  return decideRequest(ports.pipeline(), toEvent(intent, caller), surroundings);
}

/**
 * Creates the sink for intents. An intent is not a message, so its log entry has no id, unlike the log entry of a call.
 */
const sinkOf = ({ log }: ServerPorts): AuditSink => ({
  record: (entry) => log.record({ ...entry, id: undefined }),
  count: () => {},
});

/** True if the proxies would deny the intent now. Rules and the kill switch can change while an approval is pending. */
export async function isDeniedNow(
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

/** True if the proxies would allow the intent because of an earlier approval. */
export async function isAgreed(judged: RequestDecision, { ports }: ToolContext): Promise<boolean> {
  if (judged.decision !== 'prompt' || ports.hasAgreed === undefined) return false;
  const question = await judged.approvalRequest();
  return question?.access !== undefined && (await ports.hasAgreed({ ...question, access: question.access }));
}
