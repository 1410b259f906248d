// Converts rules with event types for the ordered syntax, which has no event types: message kinds become methods, and
// effects become `effect`.
import { EFFECTS, EVENT_KINDS, type EventKind, type Match, type Rule } from '../model.js';

const METHODS: Readonly<Record<EventKind, readonly string[] | undefined>> = {
  tool_call: ['tools/call'],
  resource_read: ['resources/read', 'resources/subscribe', 'subscriptions/listen'],
  prompt_get: ['prompts/get'],
  sampling: ['sampling/createMessage'],
  elicitation: ['elicitation/create'],
  list: [
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'prompts/list',
    'tasks/list',
    'roots/list',
  ],
  notification: ['notifications/*'],
  other: undefined,
};

/**
 * Returns rules with the same meaning. A rule with both kinds and effects becomes two rules. Parts that cannot be
 * expressed are added to `notes`.
 */
export function splitEvents(rule: Rule, taken: Set<string>, notes: string[]): Rule[] {
  const { event, ...match } = rule.match;
  if (event === undefined) return [rule];
  const kinds = EVENT_KINDS.filter((kind) => event.includes(kind));
  const effects = EFFECTS.filter((effect) => event.includes(effect));
  if (kinds.includes('other'))
    notes.push(`rule \`${rule.name}\`: the event type \`other\` has no equivalent in ordered rules`);
  const methods = kinds.flatMap((kind) => METHODS[kind] ?? []);
  const parts: Match[] = [];
  if (methods.length > 0 && match.method === undefined) parts.push({ ...match, method: methods });
  else if (methods.length > 0)
    notes.push(
      `rule \`${rule.name}\`: \`method\` together with event types has no equivalent in ordered rules`,
    );
  if (effects.length > 0 && match.effect === undefined) parts.push({ ...match, effect: effects });
  else if (effects.length > 0)
    notes.push(
      `rule \`${rule.name}\`: \`effect\` together with event types has no equivalent in ordered rules`,
    );
  const names = parts.map((_, index) => (index === 0 ? rule.name : freeName(rule.name, taken)));
  if (parts.length > 1 && rule.rateLimit !== undefined)
    notes.push(
      `rule \`${rule.name}\` becomes two with a limit each, ${names.map((name) => `\`${name}\``).join(' and ')}: together they allow ${2 * rule.rateLimit.max} calls instead of ${rule.rateLimit.max}`,
    );
  return parts.map((match, index) => ({ ...rule, name: names[index] ?? rule.name, match }));
}

function freeName(name: string, taken: Set<string>): string {
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  taken.add(`${name}-${number}`);
  return `${name}-${number}`;
}
