// Finds suspicious rules in a valid policy: rules that never match, that prevent other rules from matching, or whose
// wildcards stop matching too early. A finding is reported only if evaluating an example call confirms it.
import { type CompiledPolicy, type CompileOptions, compilePolicy } from '../evaluate/compile-policy.js';
import { COMMAND_KEY, kindOfKey } from '../facts/argument-keys.js';
import { toPathEnvironment } from '../facts/environment.js';
import { type CompiledRule, compileRule } from '../match/compiled-rule.js';
import type { Action, Policy, PolicyEvent, Rule } from '../model.js';
import { formatMoment } from '../parse/units.js';
import { createExampleEvent } from './example-event.js';
import { coversRule, shadowsRule } from './rule-coverage.js';

/** A suspicious rule that the author should review. */
export interface Finding {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
  readonly help: string;
  /** The keys that lead to the rule in its file. */
  readonly source: readonly (string | number)[];
  /** An example call, and the decision of the policy for it. */
  readonly example?: { readonly event: PolicyEvent; readonly decision: Action; readonly rule: string };
}

interface Analysis {
  readonly engine: CompiledPolicy;
  readonly alone: (rule: Rule) => CompiledPolicy;
  readonly now: number | undefined;
}

/** Finds rules that probably do not have the effect that their author intended. */
export function analysePolicy(
  policy: Policy,
  options: CompileOptions & { readonly now?: number },
): Finding[] {
  const environment = toPathEnvironment(options.environment);
  const rules = policy.rules.map((rule, index) => compileRule(rule, index, environment, options.links));
  const quiet = { ...policy.settings, self: { ...policy.settings.self, protect: false } };
  const analysis: Analysis = {
    engine: compilePolicy({ ...policy, settings: quiet }, options),
    alone: (rule) =>
      compilePolicy({ ...policy, settings: quiet, rules: [{ ...rule, enabled: true }] }, options),
    now: options.now,
  };
  return rules.flatMap((compiled, index) => {
    const { rule } = compiled;
    if (!rule.enabled)
      return [
        findingFor(
          rule,
          'disabled-rule',
          `rule \`${rule.name}\` is disabled`,
          'remove it, or set `enabled = true`',
        ),
      ];
    if (rule.expires !== undefined && options.now !== undefined && rule.expires <= options.now)
      return [
        findingFor(
          rule,
          'expired-rule',
          `rule \`${rule.name}\` expired at ${formatMoment(rule.expires)}`,
          'remove it, or set a new date',
        ),
      ];
    const earlier = rules.slice(0, index);
    return [
      ...namedLikeStage(rule),
      ...neverFires(rule, analysis),
      ...unreachable(compiled, earlier, analysis),
      ...hidden(compiled, earlier, analysis),
      ...stopsAtSlash(rule, analysis),
    ];
  });
}

function findingFor(rule: Rule, code: string, message: string, help: string): Finding {
  return { code, rule: rule.name, message, help, source: rule.source };
}

// Errors and the audit log contain the name of a rule or of a built-in stage, so a rule with the name of a stage
// would be misleading.
const STAGES =
  /^(?:default|policy|kill_switch|self_protection|invalid_(?:call|path)|injection|egress|chains|responses|tools|sampling|elicitation|roots|links|limits|wire|audit|approval|embedded_requests|inspector)(?:\.|$)/;

function namedLikeStage(rule: Rule): Finding[] {
  if (!STAGES.test(rule.name)) return [];
  const message = `rule \`${rule.name}\` has the name of a built-in stage`;
  const help = 'rename it; the audit log and errors identify rules by name';
  return [findingFor(rule, 'name-of-a-stage', message, help)];
}

// Finds rules with fields that never occur together in one message.
function neverFires(rule: Rule, { alone, now }: Analysis): Finding[] {
  const { match } = rule;
  const called = match.tool !== undefined ? 'tool' : match.args !== undefined ? 'args' : undefined;
  const pairs: [string | undefined, string | undefined][] = [
    [called, match.prompt && 'prompt'],
    [called, match.resource && 'resource'],
    [match.prompt && 'prompt', match.resource && 'resource'],
    [match.command && 'command', match.resource && 'resource'],
    [
      called,
      match.method?.every((method) => !/[*?]/.test(method) && method !== 'tools/call') ? 'method' : undefined,
    ],
  ];
  const clash = pairs.find(([left, right]) => left !== undefined && right !== undefined);
  if (clash === undefined) return [];
  const event = createExampleEvent(rule);
  const ruling = alone(rule).evaluate(event, context(now));
  if (ruling.rule === rule.name) return [];
  const finding = findingFor(
    rule,
    'never-fires',
    `rule \`${rule.name}\` can never match: no message has both \`${clash[0]}\` and \`${clash[1]}\``,
    'split it into two rules',
  );
  return [{ ...finding, example: { event, decision: ruling.action, rule: ruling.rule } }];
}

const context = (now: number | undefined) => (now === undefined ? {} : { now });

// Finds a call that the later rule would match on its own but that the earlier rule decides. Both rules are
// evaluated.
function findExample(rule: Rule, by: Rule, { engine, alone, now }: Analysis): Finding['example'] | undefined {
  for (const star of ['x', 'ab']) {
    const event = createExampleEvent(rule, star);
    if (alone(rule).evaluate(event, context(now)).rule !== rule.name) continue;
    const ruling = engine.evaluate(event, context(now));
    if (
      ruling.rule !== rule.name &&
      (ruling.rule === by.name || engine.policy.rules.some(({ name }) => name === ruling.rule))
    )
      return { event, decision: ruling.action, rule: ruling.rule };
  }
  return undefined;
}

function unreachable(
  compiled: CompiledRule,
  earlier: readonly CompiledRule[],
  analysis: Analysis,
): Finding[] {
  const { rule } = compiled;
  const by = earlier.find((first) => coversRule(first, compiled))?.rule;
  const example = by === undefined ? undefined : findExample(rule, by, analysis);
  if (by === undefined || example === undefined) return [];
  const same = by.action === rule.action;
  const message = `rule \`${rule.name}\` never decides: \`${by.name}\` before it matches everything that it matches${same ? ', and has the same action' : ''}`;
  const help = same ? 'remove one of the two' : `move it above \`${by.name}\`, or narrow that rule`;
  return [{ ...findingFor(rule, same ? 'redundant-rule' : 'unreachable-rule', message, help), example }];
}

function hidden(compiled: CompiledRule, earlier: readonly CompiledRule[], analysis: Analysis): Finding[] {
  const { rule } = compiled;
  const by = earlier.find((first) => shadowsRule(first, compiled))?.rule;
  const example = by === undefined ? undefined : findExample(rule, by, analysis);
  if (
    by === undefined ||
    example === undefined ||
    example.decision === 'deny' ||
    example.decision === 'prompt'
  )
    return [];
  const message = `rule \`${rule.name}\` is shadowed: \`${by.name}\` before it allows the calls that it should deny`;
  return [{ ...findingFor(rule, 'shadowed-rule', message, `move it above \`${by.name}\``), example }];
}

// Finds patterns in which a star stops at the first slash: `args.command = "rm *"` does not match `rm -rf /tmp`.
function stopsAtSlash(rule: Rule, { alone, now }: Analysis): Finding[] {
  return (rule.match.args ?? []).flatMap(({ name, path, patterns }, index): Finding[] => {
    if ((kindOfKey(path.at(-1) ?? '') & COMMAND_KEY) === 0) return [];
    const stopping = patterns.find((pattern) => /(?:^|[^*])\*(?!\*)/.test(pattern));
    if (stopping === undefined) return [];
    const args = (rule.match.args ?? []).map((argument, at) =>
      at === index ? { ...argument, patterns: [stopping] } : argument,
    );
    const narrowed = { ...rule, match: { ...rule.match, args } };
    const engine = alone(rule);
    const event = createExampleEvent(narrowed, 'a/b');
    if (engine.evaluate(createExampleEvent(narrowed, 'ab'), context(now)).rule !== rule.name) return [];
    const ruling = engine.evaluate(event, context(now));
    if (ruling.rule === rule.name) return [];
    const message = `\`${stopping}\` in \`args.${name}\` of rule \`${rule.name}\` stops at the first \`/\``;
    const finding = findingFor(
      rule,
      'star-stops-at-slash',
      message,
      'use `**` to cross slashes, or the field `command` to name programs',
    );
    return [{ ...finding, example: { event, decision: ruling.action, rule: ruling.rule } }];
  });
}
