// The three results of a check: satisfied, violated, or undecided.

/** The reason why arguments are invalid. */
export interface SchemaProblem {
  readonly kind: 'invalid' | 'unchecked';
  /** `options.path`; empty for the arguments as a whole. */
  readonly where: string;
  /** Names the expected value, never the actual one, which may be a secret. */
  readonly text: string;
}

/** A part of the schema cannot be decided here. */
export const undecided = Symbol('maybe');

/** Undefined if the value is valid. */
export type Outcome = SchemaProblem | typeof undecided | undefined;

/** Creates a problem. */
export function problem(kind: SchemaProblem['kind'], where: string, text: string): SchemaProblem {
  return { kind, where, text };
}

/** True if the value is certainly invalid. */
export const isViolation = (outcome: Outcome): outcome is SchemaProblem => typeof outcome === 'object';

/** All must be satisfied: returns the first violation, otherwise whether all were decided. */
export function combineAll(outcomes: Iterable<Outcome>): Outcome {
  let result: Outcome;
  for (const outcome of outcomes) {
    if (isViolation(outcome)) return outcome;
    if (outcome === undecided) result = undecided;
  }
  return result;
}
