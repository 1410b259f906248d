// What a rule of the gateway (`[[guard]]`) is to the pipeline: a stage with its place in the order. Its keys were
// validated with the policy, which holds their schema.

import type { DigestFunction } from '@claw/detectors';
import type { Policy, Settings } from '@claw/policy';
import type { CompilePatterns } from '../engines.js';
import { matchesAnySpelling, matchesName } from '../name-lists.js';
import type { Call, SentRequest, Stage } from '../types.js';

export type Guard = Settings['guard'][number];

/** When a rule has its say: before anything is looked at, in place of the server, or about what the server says. */
export type Phase = 'access' | 'answer' | 'reply';

/** What rules are made with. */
export interface RuleParts {
  readonly policy: Policy;
  readonly digest: DigestFunction;
  readonly patterns: CompilePatterns | undefined;
}

/** A kind of rule. */
export interface RuleType {
  readonly type: Guard['rule_type'];
  readonly phase: Phase;
  /** What is wrong with a guard of this kind that its schema cannot see; undefined when nothing is. */
  check?(guard: Guard): string | undefined;
  /** `name` is what errors and records call it. */
  create(guard: Guard, name: string, parts: RuleParts): Stage;
}

type Applies = (call: Pick<Call | SentRequest, 'tool' | 'info'>) => boolean;

/** Whether a guard is about a call: by its tool, or about every call when it names every tool. */
export const appliesTo = ({ tools }: Guard): Applies => isMeant(tools as readonly string[], matchesName);

/** The same for a guard that restricts: no other spelling of a tool's name leads past it. */
export const appliesToAnySpelling = ({ tools }: Guard): Applies =>
  isMeant(tools as readonly string[], matchesAnySpelling);

function isMeant(patterns: readonly string[], compile: typeof matchesName): Applies {
  const isNamed = compile(patterns);
  const everything = patterns.includes('*');
  return ({ tool, info }) => (tool === undefined ? everything && info.class === 'review' : isNamed(tool));
}
