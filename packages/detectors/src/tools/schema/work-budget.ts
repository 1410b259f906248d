// Defines the state that all keywords share: the remaining work, and the function that checks a schema.

import type { Outcome } from './outcome.js';
import { type JsonObject, member } from './schema-shape.js';

/** Validates a value against a schema. */
export type CheckSchema = (
  work: WorkBudget,
  schema: unknown,
  value: unknown,
  where: string,
  depth: number,
) => Outcome;

/** The remaining work, and the root schema that references are resolved in. */
export interface WorkBudget {
  left: number;
  readonly root: unknown;
  /** True for schemas up to draft 7, in which keywords next to a reference are ignored. */
  readonly ignoresSiblings: boolean;
  readonly check: CheckSchema;
}

/** A schema and the value that is checked against it. */
export interface KeywordContext {
  readonly work: WorkBudget;
  readonly schema: JsonObject;
  readonly value: unknown;
  /** The location of the value in the arguments, with a leading dot. */
  readonly where: string;
  readonly depth: number;
}

/** Checks one keyword. `argument` is its value in the schema. */
export type Keyword = (argument: unknown, place: KeywordContext) => Outcome;

/** Creates the work budget for a schema. */
export function createWorkBudget(root: unknown, budget: number, check: CheckSchema): WorkBudget {
  const dialect = member(root, '$schema');
  const ignoresSiblings = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect.slice(0, 200));
  return { left: budget, root, ignoresSiblings, check };
}

/** Charges the work for scanning a text, which is proportional to its length. */
export function chargeForText(work: WorkBudget, text: string): void {
  work.left -= text.length >> 6;
}

/** Validates the same value, or a part of it, against another schema. */
export function checkSubschema(
  { work, depth }: KeywordContext,
  schema: unknown,
  value: unknown,
  where: string,
): Outcome {
  return work.check(work, schema, value, where, depth + 1);
}
