// Which messages a rule is about at all, before any of its fields is looked at.
import type { CompiledRule, NamePattern } from './fields.js';
import type { Match } from './model.js';
import { formsOfName } from './name-forms.js';
import { show } from './show.js';
import type { Subject } from './subject.js';

/** Which messages a rule is about at all. */
export function inScope(compiled: CompiledRule, subject: Pick<Subject, 'event' | 'info'>): boolean {
  const { rule, names, refuses } = compiled;
  const { method } = subject.event;
  const { class: type, kind, known } = subject.info;
  if ((rule.match.tool !== undefined || rule.match.args !== undefined) && method !== 'tools/call')
    return false;
  if (names.method !== undefined)
    return names.method.some((pattern) =>
      /^\*+$/.test(pattern.pattern) ? type !== 'pass' : matchesName(pattern, method, refuses),
    );
  if (rule.match.any === true) return type !== 'pass';
  if (rule.match.event?.some((event) => event === kind)) return true;
  return type === 'review' || (refuses && (type === 'log' || !known) && namesThings(rule.match));
}

/** What keeps files, places or programs away does so in every message that can name one; only the protocol's small talk cannot. */
const namesThings = ({ path, host, command, tool, args, prompt, resource }: Match): boolean =>
  (path !== undefined || host !== undefined || command !== undefined) &&
  tool === undefined &&
  args === undefined &&
  prompt === undefined &&
  resource === undefined;

/** Why a rule is not about a message, if it is not. */
export function judgeScope(compiled: CompiledRule, subject: Subject): string | undefined {
  if (inScope(compiled, subject)) return undefined;
  const { match } = compiled.rule;
  const about =
    match.method?.join(', ') ??
    (match.tool !== undefined || match.args !== undefined ? 'tools/call' : 'reviewed messages');
  return `it is about ${show(about)}, not ${show(subject.event.method)}`;
}

/** The exact name, and for rules that refuse also what it may be taken for. */
export function matchesName(pattern: NamePattern, value: string, refuses: boolean): boolean {
  return pattern.exact(value) || (refuses && formsOfName(value).some(pattern.folded));
}
