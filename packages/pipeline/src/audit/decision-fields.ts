// Builds the log entry of a decision, with all verdicts and without secrets.

import type { Action, Direction } from '@claw/policy';
import type { AuditEntry, RecordedFinding, TrailStep } from '../ports.js';
import type { Call, Decision, Reply, ServerNotification, Verdict } from '../types.js';

type DecisionFields = Pick<AuditEntry, 'decision' | 'rule' | 'reason' | 'findings' | 'trail'>;

/** The reason of most decisions. */
export const NO_RULE_MATCHED = 'no rule matched';

/** Describes a decision for the log. `stopped` is the final reason for blocking the message, if it is blocked. */
export function toDecisionFields(
  decision: Decision,
  stopped: Verdict | undefined,
  isPending: boolean,
): DecisionFields {
  if (stopped === undefined && !decision.isNotable) return describePassing(decision);
  const trail = decision.verdicts.map(
    ({ stage, verdict }): TrailStep => ({
      stage,
      verdict: verdict.kind,
      rule: verdict.rule,
      reason: verdict.reason,
    }),
  );
  const passing = decision.verdicts.find(
    ({ verdict }) => verdict.kind === 'note' && verdict.action !== undefined,
  )?.verdict;
  const deciding =
    stopped ??
    decision.answer ??
    decision.asks[0] ??
    find(decision, 'rewrite') ??
    passing ??
    find(decision, 'note');
  return {
    decision: stopped !== undefined ? (isPending ? 'prompt' : 'deny') : rulingOf(passing),
    rule: deciding?.rule ?? 'default',
    reason: deciding?.reason ?? NO_RULE_MATCHED,
    findings: decision.verdicts.flatMap(({ verdict }) => (verdict.findings ?? []).map(toRecorded)),
    trail,
  };
}

/** Describes a decision without verdicts other than one note of the policy, which is the most common case. */
function describePassing({ verdicts }: Decision): DecisionFields {
  const [only] = verdicts;
  if (only === undefined) return ALLOWED;
  const { rule, reason, kind } = only.verdict;
  return {
    decision: rulingOf(only.verdict),
    rule,
    reason,
    findings: NOTHING,
    trail: [{ stage: only.stage, verdict: kind, rule, reason }],
  };
}

const NOTHING: readonly never[] = [];

const ALLOWED: DecisionFields = {
  decision: 'allow',
  rule: 'default',
  reason: NO_RULE_MATCHED,
  findings: NOTHING,
  trail: NOTHING,
};

const rulingOf = (verdict: Verdict | undefined): Action =>
  verdict?.kind === 'note' && verdict.action !== undefined ? verdict.action : 'allow';

const find = ({ verdicts }: Decision, kind: Verdict['kind']): Verdict | undefined =>
  verdicts.find(({ verdict }) => verdict.kind === kind)?.verdict;

const toRecorded = ({ finding, where }: NonNullable<Verdict['findings']>[number]): RecordedFinding => ({
  kind: finding.kind,
  detector: finding.detector,
  severity: finding.severity,
  where,
});

/** Returns the direction and the names in a message for the log entry. */
export function messageNames(subject: Call | Reply | ServerNotification): {
  readonly direction: Direction;
  readonly method: string;
  readonly tool: string | undefined;
} {
  if ('event' in subject) return { direction: subject.direction, method: subject.method, tool: subject.tool };
  const request = 'request' in subject ? subject.request : undefined;
  const method = subject.message.method ?? request?.method ?? 'unknown';
  return { direction: subject.direction, method, tool: subject.origin?.tool };
}
