// Walks the stages in order. A stage can stop a message and never let it pass; one that throws or takes too long has
// stopped it. Nothing waits unless a stage really has to.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import type { Ask, Context, Cut, Decision, Deny, Verdict } from './types.js';

type Said = Verdict | readonly Verdict[] | undefined;

/** One stage, seen from one kind of message. */
export interface Judge<Subject> {
  readonly name: string;
  readonly judge: (subject: Subject, context: Context) => Awaitable<Said>;
}

/** A stage that has said nothing for so long will not. */
const PATIENCE = 10_000;

type Heard = { readonly stage: string; readonly verdict: Verdict }[];

const SILENCE: Decision = {
  denied: undefined,
  asks: [],
  answer: undefined,
  cuts: [],
  verdicts: [],
  isNotable: false,
};

/** The decision of all stages. A plain value when no stage had to wait. */
export function decide<Subject>(
  judges: readonly Judge<Subject>[],
  subject: Subject,
  context: Context,
  from = 0,
  heard: Heard = [],
): Awaitable<Decision> {
  for (let index = from; index < judges.length; index += 1) {
    const one = judges[index] as Judge<Subject>;
    const said = ask(one, subject, context);
    if (said === undefined) continue;
    if (isPromise(said)) {
      return patient(said, one.name, context).then((verdict) =>
        hear(heard, one.name, verdict) ? conclude(heard) : decide(judges, subject, context, index + 1, heard),
      );
    }
    if (hear(heard, one.name, said)) break;
  }
  return conclude(heard);
}

function ask<Subject>({ name, judge }: Judge<Subject>, subject: Subject, context: Context): Awaitable<Said> {
  try {
    return judge(subject, context);
  } catch (error) {
    return failed(name, error);
  }
}

/** Adds what was said; true when the walk is over. */
function hear(heard: Heard, stage: string, said: Said): boolean {
  if (said === undefined) return false;
  if (!('kind' in said)) return said.map((verdict) => hear(heard, stage, verdict)).includes(true);
  heard.push({ stage, verdict: said });
  return said.kind === 'deny' || said.kind === 'answer';
}

function patient(said: PromiseLike<Said>, name: string, { clock }: Context): Promise<Said> {
  return new Promise((resolve) => {
    const cancel = clock.after(PATIENCE, () => resolve(failed(name, 'it took too long')));
    const settle = (verdict: Said) => {
      cancel();
      resolve(verdict);
    };
    said.then(settle, (error) => settle(failed(name, error)));
  });
}

function failed(name: string, error: unknown): Deny {
  const why = error instanceof Error ? error.message : String(error);
  return { kind: 'deny', rule: name, reason: `the check could not be made: ${why}` };
}

function conclude(heard: Heard): Decision {
  if (heard.length === 0) return SILENCE;
  const cuts: Cut[] = [];
  const asks: Ask[] = [];
  let denied: Decision['denied'];
  let answer: Decision['answer'];
  let isNotable = false;
  for (const { verdict } of heard) {
    if (verdict.kind !== 'note' || verdict.ruling === undefined) isNotable = true;
    if (verdict.kind === 'deny') denied ??= verdict;
    else if (verdict.kind === 'ask') asks.push(verdict);
    else if (verdict.kind === 'answer') answer ??= verdict;
    else if (verdict.kind === 'rewrite') cuts.push(...verdict.cuts);
  }
  return { denied, asks, answer, cuts, verdicts: heard, isNotable };
}
