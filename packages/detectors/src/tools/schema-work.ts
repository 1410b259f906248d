// What all keywords share: the work that is left, and the way back to the schema check.

import type { Outcome } from './outcome.js';
import { type JsonObject, member } from './schema-shape.js';

/** Checks a value against a schema. */
export type CheckSchema = (
  work: Work,
  schema: unknown,
  value: unknown,
  where: string,
  depth: number,
) => Outcome;

/** What is left of the work, and the schema that references count from. */
export interface Work {
  left: number;
  readonly root: unknown;
  /** Until draft 7, what stood beside a reference did not count. */
  readonly ignoresSiblings: boolean;
  readonly check: CheckSchema;
}

/** One schema at one value. */
export interface Place {
  readonly work: Work;
  readonly schema: JsonObject;
  readonly value: unknown;
  /** The value's place in the arguments, with a leading dot. */
  readonly where: string;
  readonly depth: number;
}

/** What one keyword asks for; `argument` is what the schema says under it. */
export type Keyword = (argument: unknown, place: Place) => Outcome;

/** Work for a schema. */
export function createWork(root: unknown, budget: number, check: CheckSchema): Work {
  const dialect = member(root, '$schema');
  const ignoresSiblings = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect.slice(0, 200));
  return { left: budget, root, ignoresSiblings, check };
}

/** Looking through a text costs by its length. */
export function chargeText(work: Work, text: string): void {
  work.left -= text.length >> 6;
}

/** Checks the same value, or a part of it, against another schema. */
export function checkDeeper({ work, depth }: Place, schema: unknown, value: unknown, where: string): Outcome {
  return work.check(work, schema, value, where, depth + 1);
}
