// Compiles a policy, which then returns a ruling for each message. Evaluation is pure: the same message, policy and
// context give the same ruling.

import type { ParseShell } from '../facts/commands/shell/shell-syntax.js';
import { type Environment, type Links, toPathEnvironment } from '../facts/environment.js';
import { createFactFinder, type Facts } from '../facts/facts.js';
import { toAbsolute } from '../facts/paths/canonical-path.js';
import { type CompiledRule, compileRule } from '../match/compiled-rule.js';
import { patternFolder } from '../match/path-pattern.js';
import type { Policy, PolicyEvent, Rule, Ruling } from '../model.js';
import { type Access, soleAccess } from './access.js';
import { EvaluationInput } from './evaluation-input.js';
import { type Bitset, bitsetOf, firstBit, hasBit } from './index/bitset.js';
import { createFieldIndexes } from './index/field-index.js';
import { matchRule } from './match-rule.js';
import { applyRateLimit, builtInRuling, type CountCall, defaultRuling, toRuling } from './ruling.js';
import { createProtectedPaths } from './self-protection/protected-paths.js';
import { type FirewallFiles, findViolation } from './self-protection/self-protection.js';
import { createSimilarNameLimit } from './similar-name-limit.js';

export interface CompileOptions {
  readonly environment: Environment;
  /** The shell parser; see `@claw/policy/shell`. Without it, shell text is treated as text that cannot be parsed. */
  readonly shell?: ParseShell;
  /** The resolved paths of the folders that the policy names; see `foldersToResolve`. */
  readonly links?: Links;
}

/** The inputs that can differ between two evaluations of the same message. */
export interface EvaluationContext {
  /**
   * The current time in milliseconds since 1970. Without it, a rule with `expires` no longer allows calls, but still
   * denies.
   */
  readonly now?: number;
  /**
   * The resolved paths of this message; see `CompiledPolicy.pathsToResolve`. If a path is missing here, no `allow`
   * rule matches it.
   */
  readonly links?: Links;
  /** Counts a call against a limit. Returns the seconds to wait if the limit is reached. */
  readonly countCall?: CountCall;
}

/** One step of the trail, which lists the evaluated rules in order. */
export interface TrailStep {
  readonly rule: string;
  readonly matched: boolean;
  readonly why: string;
}

/** A message whose facts are computed once. For callers that need facts or links before they evaluate the message. */
export interface PreparedEvent {
  readonly facts: Facts;
  /** Returns the paths whose links should be resolved. The results are passed in the context. */
  pathsToResolve(): readonly string[];
  evaluate(context?: EvaluationContext): Ruling;
  explain(context?: EvaluationContext): Explanation;
  /**
   * Returns all rules that match, in order. The first rule decides. Each other rule would decide if the rules before
   * it were missing.
   */
  matching(context?: EvaluationContext): readonly Rule[];
  /**
   * Returns the single effect and resource of the call, or undefined if there are several or if they are uncertain.
   */
  access(context?: EvaluationContext): Access | undefined;
}

/** The ruling, and for each earlier rule the reason why it did not match. */
export interface Explanation {
  readonly ruling: Ruling;
  readonly trail: readonly TrailStep[];
}

export interface CompiledPolicy {
  readonly policy: Policy;
  /** Computes the facts of a message once. The four methods below compute them for each call. */
  prepare(event: PolicyEvent): PreparedEvent;
  evaluate(event: PolicyEvent, context?: EvaluationContext): Ruling;
  /**
   * Returns the ruling, and for each earlier rule the reason why it did not match. The message does not count against
   * limits.
   */
  explain(event: PolicyEvent, context?: EvaluationContext): Explanation;
  /** Returns the paths whose links should be resolved before evaluating. */
  pathsToResolve(event: PolicyEvent): readonly string[];
  /** Returns the facts of a message, so that other stages can use the same facts. */
  facts(event: PolicyEvent): Facts;
}

/**
 * Returns the folders whose links should be resolved before compiling. The results are passed as
 * `CompileOptions.links`.
 */
export function foldersToResolve(policy: Policy, given: Environment): string[] {
  const environment = toPathEnvironment(given);
  const patterns = policy.rules.flatMap(({ match }) => [
    ...(match.path ?? []),
    ...(match.resource ?? []),
    ...(match.args ?? []).flatMap((argument) => argument.patterns),
  ]);
  return [...new Set(patterns.flatMap((pattern) => patternFolder(pattern, environment) ?? []))];
}

/** Compiles a policy for one environment. Compiling takes longer for larger policies; evaluating hardly does. */
export function compilePolicy(policy: Policy, options: CompileOptions): CompiledPolicy {
  const environment = toPathEnvironment(options.environment);
  const rules = policy.rules.map((rule, index) => compileRule(rule, index, environment, options.links));
  const dimensions = createFieldIndexes(rules, environment);
  const enabled = bitsetOf(
    rules.length,
    rules.flatMap(({ rule, index }) => (rule.enabled ? [index] : [])),
  );
  const expiring = rules.filter(({ rule }) => rule.enabled && rule.expires !== undefined);
  const finder = createFactFinder(options.shell);
  const canonical = (paths: readonly string[] = []) =>
    paths.map((path) => toAbsolute(path, environment).canonical);
  const { protectedPaths = [], absentPaths, ownProgram, programFolders = [] } = options.environment;
  const own: FirewallFiles = {
    paths: createProtectedPaths(canonical(protectedPaths), canonical(absentPaths), canonical(programFolders)),
    program: programFolders.length === 0 ? undefined : createProtectedPaths(canonical(programFolders), []),
    files: new Set(canonical(ownProgram)),
  };
  const pathArguments = argumentsReadAsPaths(rules);

  // INVARIANT: evaluation is synchronous, so all messages can share one set of bits.
  const bits = enabled.slice();
  const findMatching = (input: EvaluationInput, context: EvaluationContext): boolean => {
    const alive = expiring.length === 0 ? enabled : withoutExpired(enabled, expiring, context.now);
    bits.set(alive);
    for (const { unconstrained, match } of dimensions) {
      const accepted = match(input);
      let left = 0;
      for (let word = 0; word < bits.length; word += 1) {
        const value = (bits[word] ?? 0) & ((unconstrained[word] ?? 0) | (accepted[word] ?? 0));
        bits[word] = value;
        left |= value;
      }
      if (left === 0) return false;
    }
    return true;
  };
  const first = (input: EvaluationInput, context: EvaluationContext): CompiledRule | undefined =>
    findMatching(input, context) ? rules[firstBit(bits)] : undefined;

  const findLimit = createSimilarNameLimit(rules);
  /**
   * Returns the rule with a limit for a similar tool name, if the call passes without matching this rule. The call then
   * counts against its limit.
   */
  const limitByLikeness = (
    { action }: Ruling,
    input: EvaluationInput,
    matched: CompiledRule | undefined,
    { now }: EvaluationContext,
  ): CompiledRule | undefined => {
    if (action === 'deny' || action === 'prompt') return undefined;
    return findLimit(input, matched?.index ?? rules.length, (one) => isInForce(one, now));
  };

  const rule = (
    event: PolicyEvent,
    input: EvaluationInput,
    context: EvaluationContext,
    counts: boolean,
  ): Ruling => {
    if (input.facts.invalidReason !== undefined)
      return builtInRuling('deny', 'invalid_call', input.facts.invalidReason);
    const invalidReason = findInvalidPath(input);
    if (invalidReason !== undefined) return builtInRuling('deny', 'invalid_path', invalidReason);
    if (policy.settings.self.protect) {
      const harm = findViolation(input, own);
      if (harm !== undefined)
        return builtInRuling('deny', 'self_protection', harm.reason, harm.matchedValues);
    }
    const matched = first(input, context);
    const ruling = matched === undefined ? defaultRuling(policy, event, input) : toRuling(matched, input);
    const limit = ruling.limit === undefined ? limitByLikeness(ruling, input, matched, context) : matched;
    return limit === undefined
      ? ruling
      : applyRateLimit(ruling, limit, event, counts ? context.countCall : undefined);
  };

  const questionsOf = (event: PolicyEvent, facts: Facts): string[] => {
    const input = new EvaluationInput(event, facts, environment, NO_ANSWERS);
    const pathsToResolve = new Set<string>();
    for (const { resolved } of input.paths())
      for (const path of resolved.pathsToResolve) pathsToResolve.add(path);
    for (const argument of pathArguments)
      for (const text of input.argument(argument).texts)
        for (const path of input.resolvePath(text).pathsToResolve) pathsToResolve.add(path);
    return [...pathsToResolve];
  };
  const evaluate = (event: PolicyEvent, facts: Facts, context: EvaluationContext) =>
    rule(event, new EvaluationInput(event, facts, environment, context.links), context, true);
  const explain = (event: PolicyEvent, facts: Facts, context: EvaluationContext) => {
    const input = new EvaluationInput(event, facts, environment, context.links);
    const ruling = rule(event, input, context, false);
    return { ruling, trail: trailOf(ruling, rules, input, context.now) };
  };
  const matching = (event: PolicyEvent, facts: Facts, context: EvaluationContext): readonly Rule[] =>
    findMatching(new EvaluationInput(event, facts, environment, context.links), context)
      ? rules.flatMap(({ rule, index }) => (hasBit(bits, index) ? [rule] : []))
      : [];

  return {
    policy,
    prepare(event) {
      const facts = finder.find(event);
      return {
        facts,
        pathsToResolve: () => questionsOf(event, facts),
        evaluate: (context = {}) => evaluate(event, facts, context),
        explain: (context = {}) => explain(event, facts, context),
        matching: (context = {}) => matching(event, facts, context),
        access: ({ links } = {}) => soleAccess(new EvaluationInput(event, facts, environment, links)),
      };
    },
    evaluate: (event, context = {}) => evaluate(event, finder.find(event), context),
    explain: (event, context = {}) => explain(event, finder.find(event), context),
    pathsToResolve: (event) => questionsOf(event, finder.find(event)),
    facts: (event) => finder.find(event),
  };
}

const NO_ANSWERS: Links = new Map();

// Returns the arguments that a rule compares with a path pattern. They are treated as paths regardless of their
// names.
function argumentsReadAsPaths(rules: readonly CompiledRule[]): (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  for (const { args } of rules)
    for (const { name, path, patterns } of args)
      if (patterns.some(({ kind }) => kind === 'path')) paths.set(name, path);
  return [...paths.values()];
}

function findInvalidPath(input: EvaluationInput): string | undefined {
  for (const fact of input.facts.paths) {
    if (fact.plain === true) continue;
    const first = fact.text.charCodeAt(0) | 32;
    if (!fact.text.includes('\u0000') && !(first === 102 && /^file:/i.test(fact.text))) continue;
    const { invalidReason } = input.resolvePath(fact.text);
    if (invalidReason !== undefined) return invalidReason;
  }
  return undefined;
}

const isExpired = ({ rule, restricts }: CompiledRule, now: number | undefined) =>
  now === undefined ? !restricts : (rule.expires ?? 0) <= now;

const isInForce = (compiled: CompiledRule, now: number | undefined): boolean =>
  compiled.rule.enabled && (compiled.rule.expires === undefined || !isExpired(compiled, now));

function withoutExpired(enabled: Bitset, expiring: readonly CompiledRule[], now: number | undefined): Bitset {
  const alive = enabled.slice();
  for (const compiled of expiring)
    if (isExpired(compiled, now))
      alive[compiled.index >>> 5] = (alive[compiled.index >>> 5] ?? 0) & ~(1 << (compiled.index & 31));
  return alive;
}

const BUILT_IN = ['invalid_call', 'invalid_path', 'self_protection'];

function trailOf(
  ruling: Ruling,
  rules: readonly CompiledRule[],
  input: EvaluationInput,
  now: number | undefined,
): TrailStep[] {
  if (BUILT_IN.includes(ruling.rule)) return [{ rule: ruling.rule, matched: true, why: ruling.reason }];
  const trail: TrailStep[] = [];
  for (const compiled of rules) {
    const { rule } = compiled;
    if (!rule.enabled) trail.push({ rule: rule.name, matched: false, why: 'it is disabled' });
    else if (rule.expires !== undefined && isExpired(compiled, now))
      trail.push({ rule: rule.name, matched: false, why: 'it has expired' });
    else {
      const { matched, why } = matchRule(compiled, input);
      trail.push({ rule: rule.name, matched, why });
      if (matched) return trail;
    }
  }
  return [...trail, { rule: ruling.rule, matched: true, why: ruling.reason }];
}
