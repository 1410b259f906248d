// Does one rule match one message, and why? The readable definition: field by field, value by value, no index.

import { effectNames, implied, toBits } from './facts/effects.js';
import { ENVIRON } from './facts/environ.js';
import { whereIs } from './facts/facts.js';
import { couldMatch } from './facts/shell-glob.js';
import type { CompiledArgument, CompiledRule, NamePattern, PathPattern, ValuePattern } from './fields.js';
import { EVENT_KINDS, type Hit } from './model.js';
import { judgeScope, matchesName } from './scope.js';
import { show } from './show.js';
import type { Subject } from './subject.js';

/** The answer for one field: the hits when it matches, the reason when it does not. */
export interface FieldJudgement {
  readonly field: string;
  readonly matched: boolean;
  readonly why: string;
  readonly hits: readonly Hit[];
  /** Values found that no pattern of the rule names. */
  readonly unnamed: readonly string[];
}

export interface RuleJudgement {
  readonly matched: boolean;
  readonly why: string;
  readonly hits: readonly Hit[];
  readonly unnamed: readonly string[];
}

/** Judges a rule by all its fields. */
export function judgeRule(compiled: CompiledRule, subject: Subject): RuleJudgement {
  const scope = judgeScope(compiled, subject);
  if (scope !== undefined) return { matched: false, why: scope, hits: [], unnamed: [] };
  const fields = judgeFields(compiled, subject);
  const failed = fields.find(({ matched }) => !matched);
  const hits = fields.flatMap((field) => field.hits);
  const why =
    failed?.why ??
    (hits.length === 0 ? describeKind(compiled, subject) : hits.slice(0, 3).map(describeHit).join(', '));
  return { matched: failed === undefined, why, hits, unnamed: fields.flatMap((field) => field.unnamed) };
}

/** Why a rule matches that names no value: it is about an effect, a method or a kind of message, or about all of them. */
function describeKind({ rule: { match }, refuses }: CompiledRule, { facts, event, info }: Subject): string {
  if (match.effect !== undefined) {
    const found = refuses ? implied(facts.effects) & toBits(match.effect) : facts.effects;
    return `the call may ${effectNames(found).join(', ')}`;
  }
  if (match.method !== undefined) return `it names the method ${show(event.method)}`;
  return match.event === undefined ? 'it names every message' : `it names messages like this ${info.kind}`;
}

function describeHit({ field, value, pattern }: Hit): string {
  return `${field} ${show(value)} matches ${show(pattern)}`;
}

function judgeFields(compiled: CompiledRule, subject: Subject): FieldJudgement[] {
  const { facts, event } = subject;
  const fields: FieldJudgement[] = [];
  const name = (field: 'tool' | 'server' | 'client' | 'identity' | 'prompt', value: string | undefined) => {
    const patterns = compiled.names[field];
    if (patterns !== undefined) fields.push(judgeName(field, patterns, value, compiled.refuses));
  };
  name('tool', facts.tool);
  name('server', event.server);
  name('client', event.client);
  name('identity', event.identity);
  name('prompt', facts.prompt);
  if (compiled.rule.match.effect !== undefined) fields.push(judgeEffects(compiled, subject));
  if (compiled.rule.match.event !== undefined) fields.push(judgeEvent(compiled, subject));
  if (compiled.path !== undefined) fields.push(judgePaths(compiled.path, subject, compiled));
  if (compiled.resource !== undefined)
    fields.push(judgeResources(compiled.resource, subject, compiled.refuses));
  if (compiled.names.host !== undefined)
    fields.push(judgeHosts(compiled.names.host, subject, compiled.refuses));
  if (compiled.names.command !== undefined)
    fields.push(judgeCommands(compiled.names.command, subject, compiled.refuses));
  for (const argument of compiled.args) fields.push(judgeArgument(argument, subject, compiled.refuses));
  return fields;
}

function judgeName(
  field: string,
  patterns: readonly NamePattern[],
  value: string | undefined,
  refuses: boolean,
): FieldJudgement {
  const found =
    value === undefined ? undefined : patterns.find((pattern) => matchesName(pattern, value, refuses));
  const why =
    value === undefined ? `the message has no ${field}` : `${field} ${show(value)} is not ${list(patterns)}`;
  const hits =
    found === undefined || value === undefined
      ? []
      : [{ field, pattern: found.pattern, value, where: field }];
  return { field, matched: found !== undefined, why, hits, unnamed: [] };
}

const list = (patterns: readonly { readonly pattern: string }[]) =>
  patterns
    .slice(0, 4)
    .map(({ pattern }) => show(pattern))
    .join(', ') + (patterns.length > 4 ? ', …' : '');

interface Candidate {
  readonly value: string;
  readonly where: string;
  /** The first pattern that one reading matches. */
  readonly any: string | undefined;
  /** A pattern for every reading: only then may a rule that forwards match. */
  readonly all: boolean;
}

function decide(
  field: string,
  candidates: readonly Candidate[],
  refuses: boolean,
  none: string,
): FieldJudgement {
  const hits = candidates.flatMap(({ value, where, any }) =>
    any === undefined ? [] : [{ field, pattern: any, value, where }],
  );
  const unnamed = candidates.filter(({ any }) => any === undefined).map(({ value }) => value);
  const missed = candidates.find(({ all }) => !all);
  if (candidates.length === 0) return { field, matched: false, why: none, hits, unnamed };
  if (refuses)
    return {
      field,
      matched: hits.length > 0,
      why: `no ${field} matches: ${show(candidates[0]?.value ?? '')}`,
      hits,
      unnamed,
    };
  const why =
    missed === undefined ? '' : `${field} ${show(missed.value)} is not covered by the rule in every reading`;
  return { field, matched: missed === undefined, why, hits, unnamed };
}

function judgePaths(
  patterns: readonly PathPattern[],
  subject: Subject,
  { refuses, rule }: CompiledRule,
): FieldJudgement {
  const wanted = rule.match.effect === undefined ? undefined : toBits(rule.match.effect);
  const meant = Array.from(subject.paths()).filter(({ fact }) => refuses || fact.guessed !== true);
  const candidates = meant.map(({ fact, reading, globs }) => ({
    value: fact.text,
    where: whereIs(fact, subject.facts.args),
    any:
      refuses && wanted !== undefined && isSpared(fact.effects, wanted)
        ? undefined
        : patterns.find(
            (pattern) =>
              reading.readings.some(pattern.matches) ||
              globs.some((word) => pattern.globs.some((glob) => couldMatch(glob, word))),
          )?.pattern,
    all: !reading.outside && reading.readings.every((path) => patterns.some(({ matches }) => matches(path))),
  }));
  return decide('path', candidates, refuses, 'the call names no path');
}

function judgeResources(
  patterns: readonly ValuePattern[],
  subject: Subject,
  refuses: boolean,
): FieldJudgement {
  const candidates = subject.facts.uris.map((uri) => ({
    value: uri,
    where: 'uri',
    ...judgeValue(patterns, uri, subject, subject.uriReadings(uri)),
  }));
  return decide('resource', candidates, refuses, 'the message names no resource');
}

// A value matches as text, or as a path in all its readings; the two never mix.
function judgeValue(
  patterns: readonly ValuePattern[],
  value: string,
  subject: Subject,
  texts: readonly string[],
): { any: string | undefined; all: boolean } {
  const plain = patterns.filter(({ kind }) => kind === 'text');
  const paths = patterns.filter(({ kind }) => kind === 'path');
  const text = plain.find(({ matches }) => texts.some(matches));
  const allText = texts.every((one) => plain.some(({ matches }) => matches(one)));
  if (paths.length === 0) return { any: text?.pattern, all: allText };
  const { readings, outside } = subject.pathOf(value);
  const path = paths.find(({ matches }) => readings.some(matches));
  const allPaths = !outside && readings.every((one) => paths.some(({ matches }) => matches(one)));
  return { any: (text ?? path)?.pattern, all: allText || allPaths };
}

function judgeHosts(patterns: readonly NamePattern[], subject: Subject, refuses: boolean): FieldJudgement {
  const candidates = subject.facts.hosts.map((host) => {
    const any = patterns.find((pattern) => matchesHost(pattern, host.name, host.withPort))?.pattern;
    return {
      value: host.withPort ?? host.name,
      where: whereIs(host, subject.facts.args),
      any,
      all: any !== undefined,
    };
  });
  return decide('host', candidates, refuses, 'the call names no host');
}

export function matchesHost(pattern: NamePattern, name: string, withPort: string | undefined): boolean {
  return pattern.folded(name) || (withPort !== undefined && pattern.folded(withPort));
}

function judgeCommands(patterns: readonly NamePattern[], subject: Subject, refuses: boolean): FieldJudgement {
  const candidates: Candidate[] = subject.commands().map(({ names, phrases, strict }) => ({
    value: names.at(-1) ?? '',
    where: 'a program of the command',
    any: patterns.find((pattern) => [...names, ...phrases].some((name) => matchesName(pattern, name, true)))
      ?.pattern,
    all: strict === undefined || patterns.some(({ exact }) => exact(strict)),
  }));
  if (refuses && subject.facts.shell?.showsEnvironment === true)
    candidates.push({
      value: ENVIRON,
      where: 'what the environment keeps',
      any: patterns.find((pattern) => matchesName(pattern, ENVIRON, true))?.pattern,
      all: false,
    });
  if (subject.facts.shell?.unknown === true)
    candidates.push({
      value: 'text that cannot be read in full',
      where: 'the command',
      any: patterns[0]?.pattern,
      all: false,
    });
  return decide('command', candidates, refuses, 'the call starts no program');
}

function judgeArgument(
  { name, path, patterns }: CompiledArgument,
  subject: Subject,
  refuses: boolean,
): FieldJudgement {
  const { texts, hidden, opaque } = subject.argument(path);
  const seen = refuses ? [...texts, ...hidden] : texts;
  const candidates: Candidate[] = seen.map((text) => ({
    value: text,
    where: `arguments.${name}`,
    ...judgeValue(patterns, text, subject, [text]),
  }));
  if (opaque && !refuses)
    candidates.push({ value: 'a table', where: `arguments.${name}`, any: undefined, all: false });
  return decide(`args.${name}`, candidates, refuses, `there is no argument \`${name}\``);
}

function judgeEffects(compiled: CompiledRule, subject: Subject): FieldJudgement {
  const wanted = compiled.rule.match.effect ?? [];
  const matched = effectsMatch(subject.facts.effects, toBits(wanted), compiled.refuses);
  return {
    field: 'effect',
    matched,
    why: `the call does not ${wanted.join(' or ')}${compiled.refuses ? '' : ' only'}`,
    hits: [],
    unnamed: [],
  };
}

/**
 * Is a path none of those that a rule with `effect` and `path` is about? Words of a command say what is done to each:
 * `cat /etc/hosts > out.txt` writes, but not to `/etc/hosts`. What is not known counts.
 */
export function isSpared(done: number | undefined, wanted: number): boolean {
  return done !== undefined && done !== 0 && (implied(done) & wanted) === 0;
}

/** Any effect for rules that refuse, every effect for rules that forward. */
export function effectsMatch(found: number, wanted: number, refuses: boolean): boolean {
  return refuses ? (implied(found) & wanted) !== 0 : found !== 0 && (found & ~wanted) === 0;
}

function judgeEvent(compiled: CompiledRule, subject: Subject): FieldJudgement {
  const wanted = compiled.rule.match.event ?? [];
  const kinds = wanted.filter((event) => EVENT_KINDS.some((kind) => kind === event));
  const matched =
    kinds.some((kind) => kind === subject.info.kind) ||
    effectsMatch(subject.facts.effects, toBits(wanted), compiled.refuses);
  return {
    field: 'event_type',
    matched,
    why: `the message is no ${wanted.join(', ')}`,
    hits: [],
    unnamed: [],
  };
}
