// The compiled policy: message in, ruling out. Pure: the same message, policy and context give the same ruling.
import { type Bits, bitsOf, firstBit } from './bits.js';
import { createDimensions } from './dimensions.js';
import { toAbsolute } from './facts/canonical.js';
import { type Environment, type Links, toPlace } from './facts/environment.js';
import { createFactFinder, type Facts } from './facts/facts.js';
import type { ParseShell } from './facts/program.js';
import { type CompiledRule, compileRule } from './fields.js';
import { judgeRule } from './judge.js';
import type { Policy, PolicyEvent, Ruling } from './model.js';
import { patternFolder } from './path-pattern.js';
import { builtIn, type Count, fallback, limited, toRuling } from './ruling.js';
import { findSelfHarm } from './self.js';
import { Subject } from './subject.js';

export interface CompileOptions {
  readonly environment: Environment;
  /** The shell grammar; see `@claw/policy/shell`. Without it shell text counts as text that cannot be parsed. */
  readonly shell?: ParseShell;
  /** Where the folders named by the policy's patterns really are; see `foldersOfPolicy`. */
  readonly links?: Links;
}

/** What varies between two evaluations of one message. */
export interface EvaluationContext {
  /** Milliseconds since 1970. Without it a rule that expires no longer forwards, and still refuses. */
  readonly now?: number;
  /** Where the paths of this message really lead; see `CompiledPolicy.questions`. A missing answer keeps `allow` from matching. */
  readonly links?: Links;
  /** Counts a call against a limit; the seconds to wait when it is used up. */
  readonly count?: Count;
}

/** One step of the trail: a rule that was looked at, in order. */
export interface TrailStep {
  readonly rule: string;
  readonly matched: boolean;
  readonly why: string;
}

export interface CompiledPolicy {
  readonly policy: Policy;
  evaluate(event: PolicyEvent, context?: EvaluationContext): Ruling;
  /** The ruling and why each rule before it did not match. Never counts. */
  explain(
    event: PolicyEvent,
    context?: EvaluationContext,
  ): { readonly ruling: Ruling; readonly trail: readonly TrailStep[] };
  /** The paths to ask the link resolver about before evaluating. */
  questions(event: PolicyEvent): readonly string[];
  /** What was found in a message; for other stages, so that all judge the same facts. */
  facts(event: PolicyEvent): Facts;
}

/** The folders whose links should be followed before compiling: answers go into `CompileOptions.links`. */
export function foldersOfPolicy(policy: Policy, environment: Environment): string[] {
  const place = toPlace(environment);
  const patterns = policy.rules.flatMap(({ match }) => [
    ...(match.path ?? []),
    ...(match.resource ?? []),
    ...(match.args ?? []).flatMap((argument) => argument.patterns),
  ]);
  return [...new Set(patterns.flatMap((pattern) => patternFolder(pattern, place) ?? []))];
}

/** Compiles a policy for one environment. Costs what the policy's size costs; evaluating does not. */
export function compilePolicy(policy: Policy, options: CompileOptions): CompiledPolicy {
  const place = toPlace(options.environment);
  const rules = policy.rules.map((rule, index) => compileRule(rule, index, place, options.links));
  const dimensions = createDimensions(rules, place);
  const enabled = bitsOf(
    rules.length,
    rules.flatMap(({ rule, index }) => (rule.enabled ? [index] : [])),
  );
  const expiring = rules.filter(({ rule }) => rule.enabled && rule.expires !== undefined);
  const finder = createFactFinder(options.shell);
  const own = (options.environment.protectedPaths ?? []).map((path) => {
    const { canonical } = toAbsolute(path, place);
    return { path: canonical, inside: `${canonical}/` };
  });
  const subjectOf = (event: PolicyEvent, context: EvaluationContext) =>
    new Subject(event, finder.find(event), place, context.links);

  // INVARIANT: evaluation is synchronous, so one set of bits serves all messages.
  const bits = enabled.slice();
  const first = (subject: Subject, context: EvaluationContext): CompiledRule | undefined => {
    const alive = expiring.length === 0 ? enabled : withoutExpired(enabled, expiring, context.now);
    bits.set(alive);
    for (const { free, satisfied } of dimensions) {
      const accepted = satisfied(subject);
      let left = 0;
      for (let word = 0; word < bits.length; word += 1) {
        const value = (bits[word] ?? 0) & ((free[word] ?? 0) | (accepted[word] ?? 0));
        bits[word] = value;
        left |= value;
      }
      if (left === 0) return undefined;
    }
    return rules[firstBit(bits)];
  };

  const rule = (
    event: PolicyEvent,
    subject: Subject,
    context: EvaluationContext,
    counts: boolean,
  ): Ruling => {
    if (subject.facts.refusal !== undefined) return builtIn('deny', 'invalid_call', subject.facts.refusal);
    const refusal = pathRefusal(subject);
    if (refusal !== undefined) return builtIn('deny', 'invalid_path', refusal);
    if (policy.settings.self.protect) {
      const harm = findSelfHarm(subject, own);
      if (harm !== undefined) return builtIn('deny', 'self_protection', harm.reason, harm.hits);
    }
    const matched = first(subject, context);
    if (matched === undefined) return fallback(policy, event, subject);
    return limited(toRuling(matched, subject), matched, event, counts ? context.count : undefined);
  };

  return {
    policy,
    evaluate(event, context = {}) {
      return rule(event, subjectOf(event, context), context, true);
    },
    explain(event, context = {}) {
      const subject = subjectOf(event, context);
      const ruling = rule(event, subject, context, false);
      return { ruling, trail: trailOf(ruling, rules, subject, context.now) };
    },
    questions: (event) => [
      ...new Set(
        Array.from(
          new Subject(event, finder.find(event), place, new Map()).paths(),
          ({ reading }) => reading.questions,
        ).flat(),
      ),
    ],
    facts: (event) => finder.find(event),
  };
}

function pathRefusal(subject: Subject): string | undefined {
  for (const fact of subject.facts.paths) {
    if (fact.plain === true) continue;
    const first = fact.text.charCodeAt(0) | 32;
    if (!fact.text.includes('\u0000') && !(first === 102 && /^file:/i.test(fact.text))) continue;
    const { refusal } = subject.pathOf(fact.text);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const isExpired = ({ rule, refuses }: CompiledRule, now: number | undefined) =>
  now === undefined ? !refuses : (rule.expires ?? 0) <= now;

function withoutExpired(enabled: Bits, expiring: readonly CompiledRule[], now: number | undefined): Bits {
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
  subject: Subject,
  now: number | undefined,
): TrailStep[] {
  if (BUILT_IN.includes(ruling.rule)) return [{ rule: ruling.rule, matched: true, why: ruling.reason }];
  const trail: TrailStep[] = [];
  for (const compiled of rules) {
    const { rule } = compiled;
    if (!rule.enabled) trail.push({ rule: rule.name, matched: false, why: 'it is switched off' });
    else if (rule.expires !== undefined && isExpired(compiled, now))
      trail.push({ rule: rule.name, matched: false, why: 'it has expired' });
    else {
      const { matched, why } = judgeRule(compiled, subject);
      trail.push({ rule: rule.name, matched, why });
      if (matched) return trail;
    }
  }
  return [...trail, { rule: ruling.rule, matched: true, why: ruling.reason }];
}
