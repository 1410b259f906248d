// A rule with a limit lets the exact name of its tool pass, so many times. Another spelling of that name is let pass by
// somebody else, or by the default; it is the same tool to a careless server, and counts against the same limit.
import type { CompiledRule } from '../match/compiled-rule.js';
import { equivalentNames } from '../match/equivalent-names.js';
import type { EvaluationInput } from './evaluation-input.js';
import { memoizeByName } from './index/pattern-index.js';
import { matchRule } from './match-rule.js';

/** The rule whose limit a call counts against by its looks; only those that come before `until` were tried. */
export type FindLimit = (
  input: EvaluationInput,
  until: number,
  isAlive: (rule: CompiledRule) => boolean,
) => CompiledRule | undefined;

export function createSimilarNameLimit(rules: readonly CompiledRule[]): FindLimit {
  const limits = rules.filter(({ rule, names }) => rule.rateLimit !== undefined && names.tool !== undefined);
  if (limits.length === 0) return () => undefined;
  // Most tools look like no other: that is found out once for each.
  const likenesses = memoizeByName((tool) => limits.flatMap((rule) => withExactName(rule, tool)));
  return (input, until, isAlive) => {
    const { tool } = input.facts;
    if (tool === undefined) return undefined;
    return likenesses(tool).find(
      (rule) => rule.index < until && isAlive(rule) && matchRule(rule, input).matched,
    );
  };
}

/** The rule as it would be if this were the name of its tool; nothing when it is, or does not look like it. */
function withExactName(compiled: CompiledRule, tool: string): CompiledRule[] {
  const patterns = compiled.names.tool ?? [];
  if (patterns.some(({ exact }) => exact(tool))) return [];
  const like = patterns.find(({ folded }) => equivalentNames(tool).some(folded));
  if (like === undefined) return [];
  return [{ ...compiled, names: { ...compiled.names, tool: [{ ...like, exact: () => true }] } }];
}
