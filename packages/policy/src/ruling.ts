// How a ruling is put into words: for a rule that matched, for a limit that is used up, and for when nothing matched.
import type { CompiledRule } from './fields.js';
import { judgeRule, type RuleJudgement } from './judge.js';
import type { Action, Policy, PolicyEvent, RateLimit, Ruling } from './model.js';
import { show } from './show.js';
import type { Subject } from './subject.js';

/** Counts a call against a limit; the seconds to wait when it is used up. */
export type Count = (
  limit: RateLimit & { readonly rule: string; readonly identity: string | undefined },
) => number | undefined;

export function builtIn(
  decision: Action,
  rule: string,
  reason: string,
  matched: Ruling['matched'] = [],
): Ruling {
  return { decision, rule, reason, matched };
}

// The details are wanted for refusals and records, not for every call that passes: they are computed when read.
class MatchedRuling implements Ruling {
  readonly decision: Action;
  readonly rule: string;
  readonly #compiled: CompiledRule;
  readonly #subject: Subject;
  #judged: RuleJudgement | undefined;

  constructor(compiled: CompiledRule, subject: Subject) {
    this.decision = compiled.rule.action;
    this.rule = compiled.rule.name;
    this.#compiled = compiled;
    this.#subject = subject;
  }

  get #judgement(): RuleJudgement {
    this.#judged ??= judgeRule(this.#compiled, this.#subject);
    return this.#judged;
  }

  get reason(): string {
    return `rule ${show(this.rule)}: ${this.#judgement.why}`;
  }

  get matched() {
    return this.#judgement.hits;
  }

  get unnamed() {
    return this.#judgement.unnamed;
  }

  toJSON() {
    return { ...this, reason: this.reason, matched: this.matched, unnamed: this.unnamed };
  }
}

export function toRuling(compiled: CompiledRule, subject: Subject): Ruling {
  const { rule } = compiled;
  const ruling = new MatchedRuling(compiled, subject);
  const message = rule.message ?? rule.description;
  if (message === undefined && rule.block === undefined && rule.rateLimit === undefined) return ruling;
  return Object.assign(ruling, {
    ...(message === undefined ? {} : { message }),
    ...(rule.block === true ? { block: true as const } : {}),
    ...(rule.rateLimit === undefined ? {} : { limit: { rule: rule.name, ...rule.rateLimit } }),
  });
}

export function limited(
  ruling: Ruling,
  { rule }: CompiledRule,
  event: PolicyEvent,
  count: Count | undefined,
): Ruling {
  if (rule.rateLimit === undefined) return ruling;
  // It may be the limit of a rule that the call only looks like.
  if (ruling.limit === undefined) Object.assign(ruling, { limit: { rule: rule.name, ...rule.rateLimit } });
  if (count === undefined) return ruling;
  const retryAfter = count({ rule: rule.name, ...rule.rateLimit, identity: event.identity });
  if (retryAfter === undefined) return ruling;
  const reason = `rule ${show(rule.name)} lets ${rule.rateLimit.max} calls pass in its window, and they are used up`;
  return {
    decision: 'deny',
    rule: rule.name,
    reason,
    matched: ruling.matched,
    retryAfter,
    limit: { rule: rule.name, ...rule.rateLimit },
  };
}

// Nothing matched: `default` for what a client asks for, the section's word for what a server asks for.
export function fallback(policy: Policy, event: PolicyEvent, { info }: Subject): Ruling {
  const { settings } = policy;
  if (info.direction === 'server-to-client' || event.direction === 'server-to-client') {
    if (event.method === 'sampling/createMessage')
      return builtIn(settings.sampling.action, 'sampling', 'no rule matches; `[sampling]` decides');
    if (event.method === 'elicitation/create')
      return builtIn(settings.elicitation.action, 'elicitation', 'no rule matches; `[elicitation]` decides');
    if (event.method === 'roots/list')
      return builtIn(settings.roots.action, 'roots', 'no rule matches; `[roots]` decides');
    return builtIn('log', 'default', 'no rule matches; messages of the server pass unless a rule names them');
  }
  if (info.class === 'review')
    return builtIn(policy.default, 'default', `no rule matches; the default is ${show(policy.default)}`);
  if (!info.known && info.class === 'log' && settings.wire.unknown_methods === 'deny')
    return builtIn('deny', 'wire.unknown_methods', 'unknown methods are refused by `[wire]`');
  return builtIn(info.class === 'log' ? 'log' : 'allow', 'default', 'no rule names this message; it passes');
}
