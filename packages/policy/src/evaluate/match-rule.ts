// Does one rule match one message, and why? The readable definition: field by field, value by value, no index.

import { ENVIRON } from '../facts/commands/environment-dump.js';
import { effectNames, impliedEffects, toEffectBits } from '../facts/effects.js';
import { locationOf } from '../facts/facts.js';
import type {
  CompiledArgument,
  CompiledRule,
  NamePattern,
  PathPattern,
  ValuePattern,
} from '../match/compiled-rule.js';
import { overlaps } from '../match/glob-overlap.js';
import { EVENT_KINDS, type MatchedValue } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import { quoteValue } from './quote-value.js';
import { matchesName, scopeMismatch } from './rule-scope.js';

/** The answer for one field: the matchedValues when it matches, the reason when it does not. */
export interface FieldMatch {
  readonly field: string;
  readonly matched: boolean;
  readonly why: string;
  readonly matchedValues: readonly MatchedValue[];
  /** Values found that no pattern of the rule names. */
  readonly unmatched: readonly string[];
}

export interface RuleMatch {
  readonly matched: boolean;
  readonly why: string;
  readonly matchedValues: readonly MatchedValue[];
  readonly unmatched: readonly string[];
}

/** Judges a rule by all its fields. */
export function matchRule(compiled: CompiledRule, input: EvaluationInput): RuleMatch {
  const scope = scopeMismatch(compiled, input);
  if (scope !== undefined) return { matched: false, why: scope, matchedValues: [], unmatched: [] };
  const fields = matchFields(compiled, input);
  const failed = fields.find(({ matched }) => !matched);
  const matchedValues = fields.flatMap((field) => field.matchedValues);
  const why =
    failed?.why ??
    (matchedValues.length === 0
      ? describeScope(compiled, input)
      : matchedValues.slice(0, 3).map(describeMatch).join(', '));
  return {
    matched: failed === undefined,
    why,
    matchedValues,
    unmatched: fields.flatMap((field) => field.unmatched),
  };
}

/** Why a rule matches that names no value: it is about an effect, a method or a kind of message, or about all of them. */
function describeScope(
  { rule: { match }, restricts }: CompiledRule,
  { facts, event, info }: EvaluationInput,
): string {
  if (match.effect !== undefined) {
    const found = restricts ? impliedEffects(facts.effects) & toEffectBits(match.effect) : facts.effects;
    return `the call may ${effectNames(found).join(', ')}`;
  }
  if (match.method !== undefined) return `it names the method ${quoteValue(event.method)}`;
  return match.event === undefined ? 'it names every message' : `it names messages like this ${info.kind}`;
}

function describeMatch({ field, value, pattern }: MatchedValue): string {
  return `${field} ${quoteValue(value)} matches ${quoteValue(pattern)}`;
}

function matchFields(compiled: CompiledRule, input: EvaluationInput): FieldMatch[] {
  const { facts, event } = input;
  const fields: FieldMatch[] = [];
  const name = (field: 'tool' | 'server' | 'client' | 'identity' | 'prompt', value: string | undefined) => {
    const patterns = compiled.names[field];
    if (patterns !== undefined) fields.push(matchName(field, patterns, value, compiled.restricts));
  };
  name('tool', facts.tool);
  name('server', event.server);
  name('client', event.client);
  name('identity', event.identity);
  name('prompt', facts.prompt);
  if (compiled.rule.match.effect !== undefined) fields.push(matchEffects(compiled, input));
  if (compiled.rule.match.event !== undefined) fields.push(matchEvent(compiled, input));
  if (compiled.path !== undefined) fields.push(matchPaths(compiled.path, input, compiled));
  if (compiled.resource !== undefined)
    fields.push(matchResources(compiled.resource, input, compiled.restricts));
  if (compiled.names.host !== undefined)
    fields.push(matchHosts(compiled.names.host, input, compiled.restricts));
  if (compiled.names.command !== undefined)
    fields.push(matchCommands(compiled.names.command, input, compiled.restricts));
  for (const argument of compiled.args) fields.push(matchArgument(argument, input, compiled.restricts));
  return fields;
}

function matchName(
  field: string,
  patterns: readonly NamePattern[],
  value: string | undefined,
  restricts: boolean,
): FieldMatch {
  const found =
    value === undefined ? undefined : patterns.find((pattern) => matchesName(pattern, value, restricts));
  const why =
    value === undefined
      ? `the message has no ${field}`
      : `${field} ${quoteValue(value)} is not ${list(patterns)}`;
  const matchedValues =
    found === undefined || value === undefined
      ? []
      : [{ field, pattern: found.pattern, value, where: field }];
  return { field, matched: found !== undefined, why, matchedValues, unmatched: [] };
}

const list = (patterns: readonly { readonly pattern: string }[]) =>
  patterns
    .slice(0, 4)
    .map(({ pattern }) => quoteValue(pattern))
    .join(', ') + (patterns.length > 4 ? ', …' : '');

interface ValueMatch {
  readonly value: string;
  readonly where: string;
  /** The first pattern that one resolved matches. */
  readonly any: string | undefined;
  /** A pattern for every resolved: only then may a rule that forwards match. */
  readonly all: boolean;
}

function combineValues(
  field: string,
  candidates: readonly ValueMatch[],
  restricts: boolean,
  none: string,
): FieldMatch {
  const matchedValues = candidates.flatMap(({ value, where, any }) =>
    any === undefined ? [] : [{ field, pattern: any, value, where }],
  );
  const unmatched = candidates.filter(({ any }) => any === undefined).map(({ value }) => value);
  const missed = candidates.find(({ all }) => !all);
  if (candidates.length === 0) return { field, matched: false, why: none, matchedValues, unmatched };
  if (restricts)
    return {
      field,
      matched: matchedValues.length > 0,
      why: `no ${field} matches: ${quoteValue(candidates[0]?.value ?? '')}`,
      matchedValues,
      unmatched,
    };
  const why =
    missed === undefined
      ? ''
      : `${field} ${quoteValue(missed.value)} is not covered by the rule in every resolved`;
  return { field, matched: missed === undefined, why, matchedValues, unmatched };
}

function matchPaths(
  patterns: readonly PathPattern[],
  input: EvaluationInput,
  { restricts, rule }: CompiledRule,
): FieldMatch {
  const wanted = rule.match.effect === undefined ? undefined : toEffectBits(rule.match.effect);
  const meant = Array.from(input.paths()).filter(({ fact }) => restricts || fact.guessed !== true);
  const candidates = meant.map(({ fact, resolved, globs }) => ({
    value: fact.text,
    where: locationOf(fact, input.facts.args),
    any:
      restricts && wanted !== undefined && hasOtherEffect(fact.effects, wanted)
        ? undefined
        : patterns.find(
            (pattern) =>
              resolved.candidates.some(pattern.matches) ||
              globs.some((word) => pattern.globs.some((glob) => overlaps(glob, word))),
          )?.pattern,
    all:
      !resolved.uncertain &&
      resolved.candidates.every((path) => patterns.some(({ matches }) => matches(path))),
  }));
  return combineValues('path', candidates, restricts, 'the call names no path');
}

function matchResources(
  patterns: readonly ValuePattern[],
  input: EvaluationInput,
  restricts: boolean,
): FieldMatch {
  const candidates = input.facts.uris.map((uri) => ({
    value: uri,
    where: 'uri',
    ...matchValue(patterns, uri, input, input.resolveUri(uri)),
  }));
  return combineValues('resource', candidates, restricts, 'the message names no resource');
}

// A value matches as text, or as a path in all its candidates; the two never mix.
function matchValue(
  patterns: readonly ValuePattern[],
  value: string,
  input: EvaluationInput,
  texts: readonly string[],
): { any: string | undefined; all: boolean } {
  const plain = patterns.filter(({ kind }) => kind === 'text');
  const paths = patterns.filter(({ kind }) => kind === 'path');
  const text = plain.find(({ matches }) => texts.some(matches));
  const allText = texts.every((one) => plain.some(({ matches }) => matches(one)));
  if (paths.length === 0) return { any: text?.pattern, all: allText };
  const { candidates, uncertain } = input.resolvePath(value);
  const path = paths.find(({ matches }) => candidates.some(matches));
  const allPaths = !uncertain && candidates.every((one) => paths.some(({ matches }) => matches(one)));
  return { any: (text ?? path)?.pattern, all: allText || allPaths };
}

function matchHosts(
  patterns: readonly NamePattern[],
  input: EvaluationInput,
  restricts: boolean,
): FieldMatch {
  const candidates = input.facts.hosts.map((host) => {
    const any = patterns.find((pattern) => matchesHost(pattern, host.name, host.withPort))?.pattern;
    return {
      value: host.withPort ?? host.name,
      where: locationOf(host, input.facts.args),
      any,
      all: any !== undefined,
    };
  });
  return combineValues('host', candidates, restricts, 'the call names no host');
}

export function matchesHost(pattern: NamePattern, name: string, withPort: string | undefined): boolean {
  return pattern.folded(name) || (withPort !== undefined && pattern.folded(withPort));
}

function matchCommands(
  patterns: readonly NamePattern[],
  input: EvaluationInput,
  restricts: boolean,
): FieldMatch {
  const candidates: ValueMatch[] = input.commands().map(({ names, phrases, strict }) => ({
    value: names.at(-1) ?? '',
    where: 'a program of the command',
    any: patterns.find((pattern) => [...names, ...phrases].some((name) => matchesName(pattern, name, true)))
      ?.pattern,
    all: strict === undefined || patterns.some(({ exact }) => exact(strict)),
  }));
  if (restricts && input.facts.shell?.printsEnvironment === true)
    candidates.push({
      value: ENVIRON,
      where: 'what the environment keeps',
      any: patterns.find((pattern) => matchesName(pattern, ENVIRON, true))?.pattern,
      all: false,
    });
  if (input.facts.shell?.unknown === true)
    candidates.push({
      value: 'text that cannot be read in full',
      where: 'the command',
      any: patterns[0]?.pattern,
      all: false,
    });
  return combineValues('command', candidates, restricts, 'the call starts no program');
}

function matchArgument(
  { name, path, patterns }: CompiledArgument,
  input: EvaluationInput,
  restricts: boolean,
): FieldMatch {
  const { texts, hidden, opaque } = input.argument(path);
  const seen = restricts ? [...texts, ...hidden] : texts;
  const candidates: ValueMatch[] = seen.map((text) => ({
    value: text,
    where: `arguments.${name}`,
    ...matchValue(patterns, text, input, [text]),
  }));
  if (opaque && !restricts)
    candidates.push({ value: 'a table', where: `arguments.${name}`, any: undefined, all: false });
  return combineValues(`args.${name}`, candidates, restricts, `there is no argument \`${name}\``);
}

function matchEffects(compiled: CompiledRule, input: EvaluationInput): FieldMatch {
  const wanted = compiled.rule.match.effect ?? [];
  const matched = effectsMatch(input.facts.effects, toEffectBits(wanted), compiled.restricts);
  return {
    field: 'effect',
    matched,
    why: `the call does not ${wanted.join(' or ')}${compiled.restricts ? '' : ' only'}`,
    matchedValues: [],
    unmatched: [],
  };
}

/**
 * Is a path none of those that a rule with `effect` and `path` is about? Words of a command say what is done to each:
 * `cat /etc/hosts > out.txt` writes, but not to `/etc/hosts`. What is not known counts.
 */
export function hasOtherEffect(done: number | undefined, wanted: number): boolean {
  return done !== undefined && done !== 0 && (impliedEffects(done) & wanted) === 0;
}

/** Any effect for rules that refuse, every effect for rules that forward. */
export function effectsMatch(found: number, wanted: number, restricts: boolean): boolean {
  return restricts ? (impliedEffects(found) & wanted) !== 0 : found !== 0 && (found & ~wanted) === 0;
}

function matchEvent(compiled: CompiledRule, input: EvaluationInput): FieldMatch {
  const wanted = compiled.rule.match.event ?? [];
  const kinds = wanted.filter((event) => EVENT_KINDS.some((kind) => kind === event));
  const matched =
    kinds.some((kind) => kind === input.info.kind) ||
    effectsMatch(input.facts.effects, toEffectBits(wanted), compiled.restricts);
  return {
    field: 'event_type',
    matched,
    why: `the message is no ${wanted.join(', ')}`,
    matchedValues: [],
    unmatched: [],
  };
}
