// The rules that had something to say about a message beside the one that is told: in an entry, or in a line of the record,
// where anything may stand in the place of a text.

interface Step {
  readonly stage?: unknown;
  readonly verdict?: unknown;
  readonly rule?: unknown;
}

/** What the policy says is said about every call, and is no remark. */
export const isRemark = ({ verdict, stage }: Step): boolean => verdict === 'note' && stage !== 'policy';

export function otherRules(trail: readonly Step[], told: string | undefined): readonly string[] {
  const rules = trail.filter(isRemark).map(({ rule }) => rule);
  return [...new Set(rules)].filter((rule): rule is string => typeof rule === 'string' && rule !== told);
}
