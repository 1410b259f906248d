// What all keywords share: the work that is left, and the way back to the schema check.

import type { Outcome } from './outcome.js';
import { type JsonObject, member } from './schema-shape.js';

/** Checks a value against a schema. */
export type CheckSchema = (
  work: WorkBudget,
  schema: unknown,
  value: unknown,
  where: string,
  depth: number,
) => Outcome;

/** What is left of the work, and the schema that references count from. */
export interface WorkBudget {
  left: number;
  readonly root: unknown;
  /** Until draft 7, what stood beside a reference did not count. */
  readonly ignoresSiblings: boolean;
  readonly check: CheckSchema;
}

/** One schema at one value. */
export interface KeywordContext {
  readonly work: WorkBudget;
  readonly schema: JsonObject;
  readonly value: unknown;
  /** The value's place in the arguments, with a leading dot. */
  readonly where: string;
  readonly depth: number;
}

/** What one keyword asks for; `argument` is what the schema says under it. */
export type Keyword = (argument: unknown, place: KeywordContext) => Outcome;

/** Work for a schema. */
export function createWorkBudget(root: unknown, budget: number, check: CheckSchema): WorkBudget {
  const dialect = member(root, '$schema');
  const ignoresSiblings = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect.slice(0, 200));
  return { left: budget, root, ignoresSiblings, check };
}

/** Looking through a text costs by its length. */
export function chargeForText(work: WorkBudget, text: string): void {
  work.left -= text.length >> 6;
}

/** Checks the same value, or a part of it, against another schema. */
export function checkSubschema(
  { work, depth }: KeywordContext,
  schema: unknown,
  value: unknown,
  where: string,
): Outcome {
  return work.check(work, schema, value, where, depth + 1);
}
