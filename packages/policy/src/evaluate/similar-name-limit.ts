// Applies a limit of a rule to similar tool names. A rule with a limit allows a limited number of calls of the exact
// tool name. A similar name could match another rule or the default, although a lenient server runs the same tool, so
// such a call counts against the same limit.
import type { CompiledRule } from '../match/compiled-rule.js';
import { equivalentNames } from '../match/equivalent-names.js';
import type { EvaluationInput } from './evaluation-input.js';
import { memoizeByName } from './index/pattern-index.js';
import { matchRule } from './match-rule.js';

/**
 * Returns the rule whose limit applies to a call with a similar tool name. Only rules before `until` are considered.
 */
export type FindLimit = (
  input: EvaluationInput,
  until: number,
  isAlive: (rule: CompiledRule) => boolean,
) => CompiledRule | undefined;

export function createSimilarNameLimit(rules: readonly CompiledRule[]): FindLimit {
  const limits = rules.filter(({ rule, names }) => rule.rateLimit !== undefined && names.tool !== undefined);
  if (limits.length === 0) return () => undefined;
  // The result is cached for each tool. Most tools have no similar names.
  const likenesses = memoizeByName((tool) => limits.flatMap((rule) => withExactName(rule, tool)));
  return (input, until, isAlive) => {
    const { tool } = input.facts;
    if (tool === undefined) return undefined;
    return likenesses(tool).find(
      (rule) => rule.index < until && isAlive(rule) && matchRule(rule, input).matched,
    );
  };
}

/**
 * Returns the rule with the exact tool name in place of the similar name, or nothing if the name is exact or not
 * similar.
 */
function withExactName(compiled: CompiledRule, tool: string): CompiledRule[] {
  const patterns = compiled.names.tool ?? [];
  if (patterns.some(({ exact }) => exact(tool))) return [];
  const like = patterns.find(({ folded }) => equivalentNames(tool).some(folded));
  if (like === undefined) return [];
  return [{ ...compiled, names: { ...compiled.names, tool: [{ ...like, exact: () => true }] } }];
}
