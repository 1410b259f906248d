// Creates rulings and their reasons: for a matching rule, for a limit that is reached, and if no rule matches.
import type { CompiledRule } from '../match/compiled-rule.js';
import type { Action, Policy, PolicyEvent, RateLimit, Ruling } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import { UNDETERMINED } from './match-names.js';
import { matchRule, type RuleMatch } from './match-rule.js';
import { quoteValue } from './quote-value.js';

/** Counts a call against a limit. Returns the seconds to wait if the limit is reached. */
export type CountCall = (
  limit: RateLimit & { readonly rule: string; readonly identity: string | undefined },
) => number | undefined;

export function builtInRuling(
  action: Action,
  rule: string,
  reason: string,
  matched: Ruling['matched'] = [],
): Ruling {
  return { action, rule, reason, matched };
}

// The details are computed on access, because only denials and log entries need them.
class MatchedRuling implements Ruling {
  readonly action: Action;
  readonly rule: string;
  readonly #compiled: CompiledRule;
  readonly #input: EvaluationInput;
  #judged: RuleMatch | undefined;

  constructor(compiled: CompiledRule, input: EvaluationInput) {
    this.action = compiled.rule.action;
    this.rule = compiled.rule.name;
    this.#compiled = compiled;
    this.#input = input;
  }

  get #judgement(): RuleMatch {
    this.#judged ??= matchRule(this.#compiled, this.#input);
    return this.#judged;
  }

  get reason(): string {
    return `rule ${quoteValue(this.rule)}: ${this.#judgement.why}`;
  }

  get matched() {
    return this.#judgement.matchedValues;
  }

  get unmatched() {
    return this.#judgement.unmatched;
  }

  toJSON() {
    return { ...this, reason: this.reason, matched: this.matched, unmatched: this.unmatched };
  }
}

export function toRuling(compiled: CompiledRule, input: EvaluationInput): Ruling {
  const { rule } = compiled;
  const ruling = new MatchedRuling(compiled, input);
  const message = mayStartAnything(ruling, compiled, input) ? ANYTHING : (rule.message ?? rule.description);
  if (message === undefined && rule.block === undefined && rule.rateLimit === undefined) return ruling;
  return Object.assign(ruling, {
    ...(message === undefined ? {} : { message }),
    ...(rule.block === true ? { block: true as const } : {}),
    ...(rule.rateLimit === undefined ? {} : { limit: { rule: rule.name, ...rule.rateLimit } }),
  });
}

const ANYTHING = 'The command runs code, or settings that name programs, so it may start any program';

/** Tests whether no program of the rule was found, so that the message of the rule would name a wrong cause. */
const mayStartAnything = (
  ruling: Ruling,
  { names, restricts }: CompiledRule,
  input: EvaluationInput,
): boolean =>
  restricts &&
  names.command !== undefined &&
  input.facts.shell?.unknown === true &&
  (ruling.matched ?? []).every(({ field, value }) => field !== 'command' || value === UNDETERMINED);

export function applyRateLimit(
  ruling: Ruling,
  { rule }: CompiledRule,
  event: PolicyEvent,
  count: CountCall | undefined,
): Ruling {
  if (rule.rateLimit === undefined) return ruling;
  // The limit may belong to another rule with a similar tool name.
  if (ruling.limit === undefined) Object.assign(ruling, { limit: { rule: rule.name, ...rule.rateLimit } });
  if (count === undefined) return ruling;
  const retryAfter = count({ rule: rule.name, ...rule.rateLimit, identity: event.identity });
  if (retryAfter === undefined) return ruling;
  const reason = `rule ${quoteValue(rule.name)} allows ${rule.rateLimit.max} calls per window, and the limit is reached`;
  return {
    action: 'deny',
    rule: rule.name,
    reason,
    matched: ruling.matched,
    retryAfter,
    limit: { rule: rule.name, ...rule.rateLimit },
  };
}

// Returns the ruling if no rule matches: requests from the client follow `default`, requests from the server follow
// their section.
export function defaultRuling(policy: Policy, event: PolicyEvent, { info }: EvaluationInput): Ruling {
  const { settings } = policy;
  if (info.direction === 'server-to-client' || event.direction === 'server-to-client') {
    if (event.method === 'sampling/createMessage')
      return builtInRuling(settings.sampling.action, 'sampling', 'no rule matched; `[sampling]` decides');
    if (event.method === 'elicitation/create')
      return builtInRuling(
        settings.elicitation.action,
        'elicitation',
        'no rule matched; `[elicitation]` decides',
      );
    if (event.method === 'roots/list')
      return builtInRuling(settings.roots.action, 'roots', 'no rule matched; `[roots]` decides');
    return builtInRuling(
      'log',
      'default',
      'no rule matched; messages from the server are allowed by default',
    );
  }
  if (info.class === 'review')
    return builtInRuling(
      policy.default,
      'default',
      `no rule matched; the default action is ${quoteValue(policy.default)}`,
    );
  if (!info.known && info.class === 'log' && settings.wire.unknown_methods === 'deny')
    return builtInRuling('deny', 'wire.unknown_methods', 'unknown method; `wire.unknown_methods` is `deny`');
  return builtInRuling(
    info.class === 'log' ? 'log' : 'allow',
    'default',
    'no rule matched; the message is allowed',
  );
}
