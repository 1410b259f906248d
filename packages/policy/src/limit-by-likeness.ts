// A rule with a limit lets the exact name of its tool pass, so many times. Another spelling of that name is let pass by
// somebody else, or by the default; it is the same tool to a careless server, and counts against the same limit.
import type { CompiledRule } from './fields.js';
import { judgeRule } from './judge.js';
import { formsOfName } from './name-forms.js';
import { rememberNames } from './pattern-set.js';
import type { Subject } from './subject.js';

/** The rule whose limit a call counts against by its looks; only those that come before `until` were tried. */
export type FindLimit = (
  subject: Subject,
  until: number,
  isAlive: (rule: CompiledRule) => boolean,
) => CompiledRule | undefined;

export function createLimitByLikeness(rules: readonly CompiledRule[]): FindLimit {
  const limits = rules.filter(({ rule, names }) => rule.rateLimit !== undefined && names.tool !== undefined);
  if (limits.length === 0) return () => undefined;
  // Most tools look like no other: that is found out once for each.
  const likenesses = rememberNames((tool) => limits.flatMap((rule) => asIfNamed(rule, tool)));
  return (subject, until, isAlive) => {
    const { tool } = subject.facts;
    if (tool === undefined) return undefined;
    return likenesses(tool).find(
      (rule) => rule.index < until && isAlive(rule) && judgeRule(rule, subject).matched,
    );
  };
}

/** The rule as it would be if this were the name of its tool; nothing when it is, or does not look like it. */
function asIfNamed(compiled: CompiledRule, tool: string): CompiledRule[] {
  const patterns = compiled.names.tool ?? [];
  if (patterns.some(({ exact }) => exact(tool))) return [];
  const like = patterns.find(({ folded }) => formsOfName(tool).some(folded));
  if (like === undefined) return [];
  return [{ ...compiled, names: { ...compiled.names, tool: [{ ...like, exact: () => true }] } }];
}
