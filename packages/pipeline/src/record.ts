// What is written down about a decision: everything that was said, nothing that is secret.

import { type Engine, redaction } from '@claw/detectors';
import { spliceMessage } from '@claw/jsonrpc-stream';
import type { Action, Direction } from '@claw/policy';
import { redactAtOnce, toEdits } from './cuts.js';
import type { AuditEntry, RecordedFinding, TrailStep } from './ports.js';
import type { Call, Decision, Notice, Reply, Verdict } from './types.js';

/** Longer params are cut in the record. */
const LONGEST = 16 * 1024;

type Judged = Pick<AuditEntry, 'decision' | 'rule' | 'reason' | 'findings' | 'trail'>;

/** The decision in the words of the record. `stopped` is what finally kept the message back, when something did. */
export function describeDecision(decision: Decision, stopped: Verdict | undefined, waits: boolean): Judged {
  const trail = decision.verdicts.map(
    ({ stage, verdict }): TrailStep => ({
      stage,
      verdict: verdict.kind,
      rule: verdict.rule,
      reason: verdict.reason,
    }),
  );
  const passing = decision.verdicts.find(
    ({ verdict }) => verdict.kind === 'note' && verdict.ruling !== undefined,
  )?.verdict;
  const telling =
    stopped ??
    decision.answer ??
    decision.asks[0] ??
    find(decision, 'rewrite') ??
    passing ??
    find(decision, 'note');
  return {
    decision: stopped !== undefined ? (waits ? 'prompt' : 'deny') : rulingOf(passing),
    rule: telling?.rule ?? 'default',
    reason: telling?.reason ?? 'nobody objected',
    findings: decision.verdicts.flatMap(({ verdict }) => (verdict.findings ?? []).map(toRecorded)),
    trail,
  };
}

const rulingOf = (verdict: Verdict | undefined): Action =>
  verdict?.kind === 'note' && verdict.ruling !== undefined ? verdict.ruling : 'allow';

const find = ({ verdicts }: Decision, kind: Verdict['kind']): Verdict | undefined =>
  verdicts.find(({ verdict }) => verdict.kind === kind)?.verdict;

const toRecorded = ({ finding, where }: NonNullable<Verdict['findings']>[number]): RecordedFinding => ({
  kind: finding.kind,
  detector: finding.detector,
  severity: finding.severity,
  where,
});

/** The params of a call without its secrets. */
export function maskParams(call: Call, engine: Engine): string {
  const { texts, message } = call;
  const detect = (text: string) => engine.detect(text).filter(({ kind }) => kind === 'secrets');
  if (texts.isClean(engine)) return shorten(JSON.stringify(call.params));
  const secrets = texts.spans.flatMap((span) => {
    const text = texts.textOf(span);
    const findings = detect(text);
    return findings.length === 0 ? [] : [{ span, text, findings }];
  });
  if (secrets.length === 0) return shorten(JSON.stringify(call.params));
  const redacted = redactAtOnce(texts, secrets, detect);
  if (redacted.kind === 'impossible') return JSON.stringify(redaction);
  const masked = spliceMessage(message, toEdits(texts, redacted.cuts), { sender: 'server' });
  return shorten(JSON.stringify((masked.value as { params?: unknown }).params ?? {}));
}

const shorten = (json: string): string =>
  json.length <= LONGEST ? json : JSON.stringify({ truncated: json.slice(0, LONGEST) });

/** Which way a message travels and what it is about, for the record. */
export function nameOf(subject: Call | Reply | Notice): {
  readonly direction: Direction;
  readonly method: string;
  readonly tool: string | undefined;
} {
  if ('event' in subject) return { direction: subject.direction, method: subject.method, tool: subject.tool };
  const asked = 'asked' in subject ? subject.asked : undefined;
  const method = subject.message.method ?? asked?.method ?? 'unknown';
  return { direction: subject.direction, method, tool: subject.about?.tool };
}
