// Defines the three results of a check: valid, invalid, or undecided.

/** The reason why arguments are invalid. */
export interface SchemaProblem {
  readonly kind: 'invalid' | 'unchecked';
  /** The location of the value, such as `options.path`. Empty for the arguments as a whole. */
  readonly where: string;
  /** The text names the expected value and never the actual value, which may be a secret. */
  readonly text: string;
}

/** The result if a part of the schema cannot be decided here. */
export const undecided = Symbol('maybe');

/** The result of a check. Undefined means that the value is valid. */
export type Outcome = SchemaProblem | typeof undecided | undefined;

/** Creates a problem. */
export function problem(kind: SchemaProblem['kind'], where: string, text: string): SchemaProblem {
  return { kind, where, text };
}

/** Tests whether the value is certainly invalid. */
export const isViolation = (outcome: Outcome): outcome is SchemaProblem => typeof outcome === 'object';

/**
 * Combines results that must all be valid: returns the first problem, or otherwise whether all results were decided.
 */
export function combineAll(outcomes: Iterable<Outcome>): Outcome {
  let result: Outcome;
  for (const outcome of outcomes) {
    if (isViolation(outcome)) return outcome;
    if (outcome === undecided) result = undecided;
  }
  return result;
}
