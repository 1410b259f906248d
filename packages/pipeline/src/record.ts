// What is written down about a decision: everything that was said, nothing that is secret.

import { type Engine, redaction } from '@claw/detectors';
import { type Message, spliceMessage } from '@claw/jsonrpc-stream';
import type { Action, Direction } from '@claw/policy';
import { rawArguments } from './arguments-text.js';
import { isRecord } from './call.js';
import { redactAtOnce, toEdits } from './cuts.js';
import { mayBeRisky } from './looks-secret.js';
import { secretsIn } from './mask.js';
import type { AuditEntry, RecordedFinding, TrailStep } from './ports.js';
import { respell } from './respell.js';
import { Names, namesSecrets, withoutNamedSecrets } from './secret-members.js';
import type { Call, Decision, Notice, Reply, Verdict } from './types.js';

type Judged = Pick<AuditEntry, 'decision' | 'rule' | 'reason' | 'findings' | 'trail'>;

/** The reason of most answers. */
export const NOBODY_OBJECTED = 'nobody objected';

/** The decision in the words of the record. `stopped` is what finally kept the message back, when something did. */
export function describeDecision(decision: Decision, stopped: Verdict | undefined, waits: boolean): Judged {
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
    reason: telling?.reason ?? NOBODY_OBJECTED,
    findings: decision.verdicts.flatMap(({ verdict }) => (verdict.findings ?? []).map(toRecorded)),
    trail,
  };
}

/** Most messages pass, and at most the policy has said something. */
function describePassing({ verdicts }: Decision): Judged {
  const [only] = verdicts;
  if (only === undefined) return UNOPPOSED;
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

const UNOPPOSED: Judged = {
  decision: 'allow',
  rule: 'default',
  reason: NOBODY_OBJECTED,
  findings: NOTHING,
  trail: NOTHING,
};

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

/** What a call asks for, without its secrets, as JSON: its own bytes where they hold none; undefined when it is nothing. */
export function maskArguments(call: Call, engine: Engine): AuditEntry['arguments'] {
  const { texts, message } = call;
  if (texts.isClean(engine) && !namesSecrets(call.params)) {
    const isSpelt = call.method === 'tools/call' && call.direction === 'client-to-server';
    const found = (isSpelt ? rawArguments(message) : undefined) ?? argumentsText(message, call.params);
    if (found === undefined || !mayBeRisky(toBytes(found))) return found;
  }
  const secrets = texts.spans.flatMap((span) => {
    const text = texts.textOf(span);
    const findings = secretsIn(text, engine);
    return findings.length === 0 ? [] : [{ span, text, findings }];
  });
  if (secrets.length === 0) return argumentsText(message, call.params);
  const redacted = redactAtOnce(texts, secrets, (text) => secretsIn(text, engine));
  if (redacted.kind === 'impossible') return JSON.stringify(redaction);
  const masked = spliceMessage(message, toEdits(texts, redacted.cuts), { sender: 'server' });
  const { params } = masked.value as { readonly params?: unknown };
  return argumentsText(masked, isRecord(params) ? params : {});
}

const encoder = new TextEncoder();
const toBytes = (json: string | Uint8Array) => (typeof json === 'string' ? encoder.encode(json) : json);

/** Longer ones are recorded by their digest. */
const LONGEST = 16 * 1024;
/** So much is read again for the sake of numbers: no more of it than this takes long. */
const LONGEST_READ = 1024 * 1024;

const decoder = new TextDecoder();

function argumentsText(
  { method, bytes }: Message,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  const given = method === 'tools/call' ? params['arguments'] : params;
  const hasSecrets = namesSecrets(given);
  const text = JSON.stringify(hasSecrets ? withoutNamedSecrets(given) : given);
  if (text === undefined || text.length > LONGEST || bytes.length > LONGEST_READ || !holdsNumber(given))
    return text;
  const path = method === 'tools/call' ? ['params', 'arguments'] : ['params'];
  return respell(decoder.decode(bytes), path, hasSecrets ? new Names().isSecret : noSecret) ?? text;
}

const noSecret = () => false;

function holdsNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  return Object.values(value).some(holdsNumber);
}

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
