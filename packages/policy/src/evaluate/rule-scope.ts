// Determines which messages a rule applies to, before its fields are matched.
import type { CompiledRule, NamePattern } from '../match/compiled-rule.js';
import { equivalentNames } from '../match/equivalent-names.js';
import type { Match } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import { quoteValue } from './quote-value.js';

/** Tests whether a rule applies to a message. */
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
 * Tests for a rule that has only fields for targets. Such a restrictive rule applies to every message that can name a
 * file, a host or a program, but not to protocol messages.
 */
const hasOnlyTargetFields = ({ path, host, command, tool, args, prompt, resource }: Match): boolean =>
  (path !== undefined || host !== undefined || command !== undefined) &&
  tool === undefined &&
  args === undefined &&
  prompt === undefined &&
  resource === undefined;

/** Returns the reason why a rule does not apply to a message, or undefined if it applies. */
export function scopeMismatch(compiled: CompiledRule, input: EvaluationInput): string | undefined {
  if (isInScope(compiled, input)) return undefined;
  const { match } = compiled.rule;
  const methods = match.method ?? ['tools/call'];
  const isOneMethod = match.method !== undefined || match.tool !== undefined || match.args !== undefined;
  const about = `${isOneMethod ? '' : 'methods such as '}${quoteValue(methods.join(', '))}`;
  return `it applies to ${about}, not to ${quoteValue(input.event.method)}`;
}

/** Matches the exact name. Restrictive rules match similar names as well. */
export function matchesName(pattern: NamePattern, value: string, restricts: boolean): boolean {
  return pattern.exact(value) || (restricts && equivalentNames(value).some(pattern.folded));
}
