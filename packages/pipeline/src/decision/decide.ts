// Runs the checks of all stages in order and combines their verdicts into one decision. A check can stop a message
// but never allow it; a check that throws or times out denies it. The decision is a promise only if one of the checks
// returned a promise.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import type { Ask, Context, Decision, Deny, Replacement, Verdict } from '../types.js';

type CheckResult = Verdict | readonly Verdict[] | undefined;

/** A check that a stage runs on one kind of message. */
export interface Check<Subject> {
  readonly name: string;
  readonly run: (
    subject: Subject,
    context: Context,
    soFar: () => readonly Replacement[],
  ) => Awaitable<CheckResult>;
}

const TIMEOUT_MS = 10_000;

type StageVerdict = Decision['verdicts'][number];

const NO_VERDICTS: Decision = {
  denied: undefined,
  asks: [],
  answer: undefined,
  replacements: [],
  rewritten: undefined,
  verdicts: [],
  isNotable: false,
};

/**
 * Runs the checks from `start` on and returns the decision; `verdicts` contains the verdicts of the previous checks.
 */
export function decide<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  context: Context,
  start = 0,
  verdicts: StageVerdict[] = [],
): Awaitable<Decision> {
  let current = subject;
  const soFar = () => combine(verdicts).replacements;
  for (let index = start; index < checks.length; index += 1) {
    const check = checks[index] as Check<Subject>;
    const result = runCheck(check, current, context, soFar);
    if (result === undefined) continue;
    if (isPromise(result)) {
      return withTimeout(result, check.name, context).then((settled) =>
        collect(verdicts, check.name, settled)
          ? combine(verdicts)
          : decide(checks, nextSubject(settled, current), context, index + 1, verdicts),
      );
    }
    if (collect(verdicts, check.name, result)) break;
    current = nextSubject(result, current);
  }
  return combine(verdicts);
}

function runCheck<Subject>(
  { name, run }: Check<Subject>,
  subject: Subject,
  context: Context,
  soFar: () => readonly Replacement[],
): Awaitable<CheckResult> {
  try {
    return run(subject, context, soFar);
  } catch (error) {
    return checkFailed(name, error);
  }
}

/** Returns the subject for the following checks. */
function nextSubject<Subject>(result: CheckResult, subject: Subject): Subject {
  if (result === undefined) return subject;
  if (!('kind' in result)) return result.reduce((latest, verdict) => nextSubject(verdict, latest), subject);
  // A check returns its input in rewritten form, so it has the same type.
  return result.kind === 'rewrite' && result.rewritten !== undefined
    ? (result.rewritten as Subject)
    : subject;
}

/** Adds the verdicts of a check; returns true if no further check has to run. */
function collect(verdicts: StageVerdict[], stage: string, result: CheckResult): boolean {
  if (result === undefined) return false;
  if (!('kind' in result)) return result.map((verdict) => collect(verdicts, stage, verdict)).includes(true);
  verdicts.push({ stage, verdict: result });
  return result.kind === 'deny' || result.kind === 'answer';
}

function withTimeout(
  result: PromiseLike<CheckResult>,
  name: string,
  { clock }: Context,
): Promise<CheckResult> {
  return new Promise((resolve) => {
    const cancel = clock.after(TIMEOUT_MS, () => resolve(checkFailed(name, 'it timed out')));
    const finish = (settled: CheckResult) => {
      cancel();
      resolve(settled);
    };
    result.then(finish, (error) => finish(checkFailed(name, error)));
  });
}

function checkFailed(name: string, error: unknown): Deny {
  const why = error instanceof Error ? error.message : String(error);
  return { kind: 'deny', rule: name, reason: `the check \`${name}\` failed: ${why}` };
}

function combine(verdicts: readonly StageVerdict[]): Decision {
  if (verdicts.length === 0) return NO_VERDICTS;
  let replacements: Replacement[] = [];
  let rewritten: Decision['rewritten'];
  const asks: Ask[] = [];
  let denied: Decision['denied'];
  let answer: Decision['answer'];
  let isNotable = false;
  for (const { verdict } of verdicts) {
    if (verdict.kind !== 'note' || verdict.action === undefined) isNotable = true;
    if (verdict.kind === 'deny') denied ??= verdict;
    else if (verdict.kind === 'ask') asks.push(verdict);
    else if (verdict.kind === 'answer') answer ??= verdict;
    else if (verdict.kind === 'rewrite') {
      if (verdict.rewritten !== undefined) [rewritten, replacements] = [verdict.rewritten, []];
      replacements.push(...verdict.replacements);
    }
  }
  return { denied, asks, answer, replacements, rewritten, verdicts, isNotable };
}
