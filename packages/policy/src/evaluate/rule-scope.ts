// Which messages a rule is about at all, before any of its fields is looked at.
import type { CompiledRule, NamePattern } from '../match/compiled-rule.js';
import { equivalentNames } from '../match/equivalent-names.js';
import type { Match } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import { quoteValue } from './quote-value.js';

/** Which messages a rule is about at all. */
export function isInScope(compiled: CompiledRule, input: Pick<EvaluationInput, 'event' | 'info'>): boolean {
  const { rule, names, restricts } = compiled;
  const { method } = input.event;
  const { class: type, kind, known } = input.info;
  if ((rule.match.tool !== undefined || rule.match.args !== undefined) && method !== 'tools/call')
    return false;
  if (names.method !== undefined)
    return names.method.some((pattern) =>
      /^\*+$/.test(pattern.pattern) ? type !== 'pass' : matchesName(pattern, method, restricts),
    );
  if (rule.match.any === true) return type !== 'pass';
  if (rule.match.event?.some((event) => event === kind)) return true;
  return type === 'review' || (restricts && (type === 'log' || !known) && hasOnlyTargetFields(rule.match));
}

/** What keeps files, places or programs away does so in every message that can name one; only the protocol's small talk cannot. */
const hasOnlyTargetFields = ({ path, host, command, tool, args, prompt, resource }: Match): boolean =>
  (path !== undefined || host !== undefined || command !== undefined) &&
  tool === undefined &&
  args === undefined &&
  prompt === undefined &&
  resource === undefined;

/** Why a rule is not about a message, if it is not. */
export function scopeMismatch(compiled: CompiledRule, input: EvaluationInput): string | undefined {
  if (isInScope(compiled, input)) return undefined;
  const { match } = compiled.rule;
  const about =
    match.method?.join(', ') ??
    (match.tool !== undefined || match.args !== undefined ? 'tools/call' : 'reviewed messages');
  return `it is about ${quoteValue(about)}, not ${quoteValue(input.event.method)}`;
}

/** The exact name, and for rules that refuse also what it may be taken for. */
export function matchesName(pattern: NamePattern, value: string, restricts: boolean): boolean {
  return pattern.exact(value) || (restricts && equivalentNames(value).some(pattern.folded));
}
