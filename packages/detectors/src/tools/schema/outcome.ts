// The three answers of a check: met, broken, or not to be decided.

/** Why arguments do not fit. */
export interface SchemaProblem {
  readonly kind: 'invalid' | 'unchecked';
  /** `options.path`; empty for the arguments as a whole. */
  readonly where: string;
  /** Names what was expected, never what was sent: that may be a secret. */
  readonly text: string;
}

/** Something in the schema cannot be decided here. */
export const undecided = Symbol('maybe');

/** Nothing when the value fits. */
export type Outcome = SchemaProblem | typeof undecided | undefined;

/** A problem. */
export function problem(kind: SchemaProblem['kind'], where: string, text: string): SchemaProblem {
  return { kind, where, text };
}

/** Whether the value certainly does not fit. */
export const isViolation = (outcome: Outcome): outcome is SchemaProblem => typeof outcome === 'object';

/** All must be met: the first that is broken, else whether all could be decided. */
export function combineAll(outcomes: Iterable<Outcome>): Outcome {
  let result: Outcome;
  for (const outcome of outcomes) {
    if (isViolation(outcome)) return outcome;
    if (outcome === undecided) result = undecided;
  }
  return result;
}
