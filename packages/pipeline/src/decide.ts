// Walks the stages in order. A stage can stop a message and never let it pass; one that throws or takes too long has
// stopped it. Nothing waits unless a stage really has to.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Clock } from './ports.js';
import type { Cut, Decision, Deny, Verdict } from './types.js';
import { isPromise } from './wait.js';

/** What one stage does with the message at hand. */
export interface Step {
  readonly name: string;
  run(): Awaitable<Verdict | readonly Verdict[] | undefined>;
}

/** A stage that has said nothing for so long will not. */
const PATIENCE = 10_000;

type Said = Awaitable<Verdict | readonly Verdict[] | undefined>;
type Heard = { stage: string; verdict: Verdict }[];

/** The decision of all steps. A plain value when no step had to wait. */
export function decide(steps: Iterable<Step>, clock: Clock): Awaitable<Decision> {
  return walk(steps[Symbol.iterator](), [], clock);
}

function walk(steps: Iterator<Step>, heard: Heard, clock: Clock): Awaitable<Decision> {
  for (let next = steps.next(); !next.done; next = steps.next()) {
    const step = next.value;
    const said = runStep(step);
    if (isPromise(said)) {
      return patient(said, step, clock).then((verdict) =>
        hear(heard, step.name, verdict) ? conclude(heard) : walk(steps, heard, clock),
      );
    }
    if (hear(heard, step.name, said)) return conclude(heard);
  }
  return conclude(heard);
}

function runStep(step: Step): Said {
  try {
    return step.run();
  } catch (error) {
    return failed(step, error);
  }
}

/** Adds what was said; true when the walk is over. */
function hear(heard: Heard, stage: string, said: Verdict | readonly Verdict[] | undefined): boolean {
  if (said === undefined) return false;
  const verdicts = 'kind' in said ? [said] : said;
  for (const verdict of verdicts) heard.push({ stage, verdict });
  return verdicts.some(({ kind }) => kind === 'deny' || kind === 'answer');
}

function patient(
  said: PromiseLike<Verdict | readonly Verdict[] | undefined>,
  step: Step,
  clock: Clock,
): Promise<Verdict | readonly Verdict[] | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(PATIENCE, () => resolve(failed(step, 'it took too long')));
    said.then(
      (verdict) => {
        cancel();
        resolve(verdict);
      },
      (error) => {
        cancel();
        resolve(failed(step, error));
      },
    );
  });
}

function failed({ name }: Step, error: unknown): Deny {
  const why = error instanceof Error ? error.message : String(error);
  return { kind: 'deny', rule: name, reason: `the check could not be made: ${why}` };
}

function conclude(heard: Heard): Decision {
  const cuts: Cut[] = [];
  let denied: Decision['denied'];
  let answer: Decision['answer'];
  const asks: Decision['asks'][number][] = [];
  for (const { verdict } of heard) {
    if (verdict.kind === 'deny') denied ??= verdict;
    else if (verdict.kind === 'ask') asks.push(verdict);
    else if (verdict.kind === 'answer') answer ??= verdict;
    else if (verdict.kind === 'rewrite') cuts.push(...verdict.cuts);
  }
  return { denied, asks, answer, cuts, verdicts: heard };
}
