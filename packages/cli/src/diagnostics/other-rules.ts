// Finds the rules in the trail of a decision, except for the rule that is shown first. Works on live entries and on
// lines read from the audit log, whose fields may have any type.

interface Step {
  readonly stage?: unknown;
  readonly verdict?: unknown;
  readonly rule?: unknown;
}

/**
 * True for a finding that did not stop the message. The policy stage adds a note to every call, so its notes do not
 * count as findings.
 */
export const isNote = ({ verdict, stage }: Step): boolean => verdict === 'note' && stage !== 'policy';

export function otherRules(trail: readonly Step[], shown: string | undefined): readonly string[] {
  const rules = trail.filter(isNote).map(({ rule }) => rule);
  return [...new Set(rules)].filter((rule): rule is string => typeof rule === 'string' && rule !== shown);
}
