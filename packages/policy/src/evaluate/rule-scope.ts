// Decides which messages a rule applies to, before its fields are matched.
import type { CompiledRule, NamePattern } from '../match/compiled-rule.js';
import { equivalentNames } from '../match/equivalent-names.js';
import type { Match } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import { quoteValue } from './quote-value.js';

/** The messages that a rule applies to. */
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

/**
 * A rule that restricts files, locations or programs applies to every message that can name one, but not to
 * protocol messages.
 */
const hasOnlyTargetFields = ({ path, host, command, tool, args, prompt, resource }: Match): boolean =>
  (path !== undefined || host !== undefined || command !== undefined) &&
  tool === undefined &&
  args === undefined &&
  prompt === undefined &&
  resource === undefined;

/** The reason why a rule does not apply to a message, if it does not. */
export function scopeMismatch(compiled: CompiledRule, input: EvaluationInput): string | undefined {
  if (isInScope(compiled, input)) return undefined;
  const { match } = compiled.rule;
  const about =
    match.method?.join(', ') ??
    (match.tool !== undefined || match.args !== undefined ? 'tools/call' : 'reviewed messages');
  return `it is about ${quoteValue(about)}, not ${quoteValue(input.event.method)}`;
}

/** Matches the exact name and, for rules that restrict, also similar names. */
export function matchesName(pattern: NamePattern, value: string, restricts: boolean): boolean {
  return pattern.exact(value) || (restricts && equivalentNames(value).some(pattern.folded));
}
