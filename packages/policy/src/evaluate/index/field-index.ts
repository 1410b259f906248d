// Implements the rule index. Each field of the language is a dimension that returns the rules that a message
// satisfies. The first rule that all dimensions return decides. The results must be the same as those of
// `match-rule.ts`; a property test verifies this.

import { ENVIRON } from '../../facts/commands/environment-dump.js';
import { phrasesOf } from '../../facts/commands/invocation.js';
import type { PathEnvironment } from '../../facts/environment.js';
import type { PathFact } from '../../facts/facts.js';
import type { CompiledRule } from '../../match/compiled-rule.js';
import { compileOverlap, parseGlobWord } from '../../match/glob-overlap.js';
import { classifyMethod } from '../../methods.js';
import { type EvaluationInput, toCommandNames } from '../evaluation-input.js';
import { UNKNOWN_EFFECT } from '../match-effects.js';
import { matchesHost } from '../match-names.js';
import { isInScope } from '../rule-scope.js';
import { addBit, type Bitset, bitsetOf, createBitset, hasBit, without } from './bitset.js';
import {
  addCandidates,
  addGuess,
  addRules,
  addUnmatched,
  createAccumulator,
  matchedRules,
  reset,
  union,
} from './match-accumulator.js';
import {
  createCommandLookup,
  createPhraseFilter,
  rulesMatching,
  rulesMatchingEffects,
  rulesMatchingEvent,
  rulesMatchingName,
} from './name-index.js';
import { createEffectFilter, createPathPrefilter } from './path-prefilter.js';
import { createPatternIndex, memoizeByName } from './pattern-index.js';
import { addValue, createValueIndex, patternEntries } from './value-index.js';

/** The index of one field across all rules. */
export interface FieldIndex {
  /** The rules without the field, which every message satisfies. */
  readonly unconstrained: Bitset;
  /** Returns the rules with the field that the message satisfies. */
  readonly match: (input: EvaluationInput) => Bitset;
}

export function createFieldIndexes(
  rules: readonly CompiledRule[],
  environment: PathEnvironment,
): FieldIndex[] {
  const size = rules.length;
  const refusing = bitsetOf(
    size,
    rules.flatMap(({ restricts, index }) => (restricts ? [index] : [])),
  );
  const none = createBitset(size);
  const free = (has: (rule: CompiledRule) => boolean) =>
    bitsetOf(
      size,
      rules.flatMap((rule) => (has(rule) ? [] : [rule.index])),
    );
  const dimensions: FieldIndex[] = [];
  const add = (has: (rule: CompiledRule) => boolean, match: (input: EvaluationInput) => Bitset) => {
    if (rules.some(has)) dimensions.push({ unconstrained: free(has), match });
  };

  const scope = memoizeByName((method) => {
    const message = { event: { method }, info: classifyMethod(method) };
    return bitsetOf(
      size,
      rules.flatMap((rule) => (isInScope(rule, message) ? [rule.index] : [])),
    );
  });
  dimensions.push({ unconstrained: none, match: ({ event }) => scope(event.method) });

  const names = (
    field: 'tool' | 'server' | 'client' | 'identity' | 'prompt',
    read: (input: EvaluationInput) => string | undefined,
  ) => {
    const lookup = memoizeByName((value) => rulesMatchingName(rules, field, value, size));
    add(
      (rule) => rule.names[field] !== undefined,
      (input) => {
        const value = read(input);
        return value === undefined ? none : lookup(value);
      },
    );
  };
  names('tool', ({ facts }) => facts.tool);
  names('server', ({ event }) => event.server);
  names('client', ({ event }) => event.client);
  names('identity', ({ event }) => event.identity);
  names('prompt', ({ facts }) => facts.prompt);

  const effects = memoizeByName((key) => rulesMatchingEffects(rules, Number(key), size));
  add(
    (rule) => rule.rule.match.effect !== undefined,
    ({ facts }) =>
      effects(String(facts.effects === 0 && facts.paths.length > 0 ? UNKNOWN_EFFECT : facts.effects)),
  );
  const events = memoizeByName((key) => {
    const [found = '0', kind = ''] = key.split(' ');
    return rulesMatchingEvent(rules, Number(found), kind, size);
  });
  add(
    (rule) => rule.rule.match.event !== undefined,
    ({ facts, info }) => events(`${facts.effects} ${info.kind}`),
  );

  const pathMatches = createAccumulator(size);
  const pathEntries = rules.flatMap(({ path, index }) => patternEntries(path ?? [], index));
  const pathSet = createPatternIndex(pathEntries);
  const meetings = pathEntries.map(({ glob, rule }) => ({ meets: compileOverlap(glob), rule }));
  const isUnmatched = createPathPrefilter(pathSet, environment);
  const effectFilter = createEffectFilter(rules, size);
  add(
    (rule) => rule.path !== undefined,
    (input) => {
      const { paths } = input.facts;
      if (paths.length === 0) return none;
      reset(pathMatches);
      for (let index = 0; index < paths.length; index += 1) {
        const isGuessed = (paths[index] as PathFact).guessed === true;
        if (!input.followsLinks && isUnmatched(paths[index] as PathFact)) {
          if (!isGuessed) addUnmatched(pathMatches);
          continue;
        }
        const { fact, resolved, globs } = input.path(index);
        const except = effectFilter(fact.effects);
        if (isGuessed) addGuess(pathMatches, pathSet, resolved.candidates, except);
        else addCandidates(pathMatches, pathSet, resolved.candidates, !resolved.uncertain, except);
        for (const glob of globs) {
          const word = parseGlobWord(glob);
          for (const { meets, rule } of meetings)
            if (
              !hasBit(pathMatches.any, rule) &&
              !(except !== undefined && hasBit(except, rule)) &&
              meets(word)
            )
              addBit(pathMatches.any, rule);
        }
      }
      return matchedRules(pathMatches, refusing);
    },
  );

  const resourceMatches = createAccumulator(size);
  const resources = createValueIndex(
    rules.flatMap(({ resource, index }) => (resource ?? []).map((pattern) => ({ pattern, index }))),
    size,
  );
  add(
    (rule) => rule.resource !== undefined,
    (input) => {
      if (input.facts.uris.length === 0) return none;
      const matches = reset(resourceMatches);
      for (const uri of input.facts.uris)
        addValue(matches, resources, uri, input.resolveUri(uri), input, true);
      return matchedRules(matches, refusing);
    },
  );

  const hostMatches = createAccumulator(size);
  add(
    (rule) => rule.names.host !== undefined,
    (input) => {
      if (input.facts.hosts.length === 0) return none;
      const matches = reset(hostMatches);
      for (const { name, withPort } of input.facts.hosts) {
        const matched = hosts(withPort === undefined ? name : `${name} ${withPort}`);
        addRules(matches, matched, matched);
      }
      return matchedRules(matches, refusing);
    },
  );
  const hosts = memoizeByName((key) => {
    const [name = '', withPort] = key.split(' ');
    return rulesMatching(rules, 'host', size, (pattern) => matchesHost(pattern, name, withPort));
  });

  const commandMatches = createAccumulator(size);
  const everything = bitsetOf(
    size,
    rules.map(({ index }) => index),
  );
  const asking = bitsetOf(
    size,
    rules.flatMap(({ rule, index }) => (rule.action === 'prompt' ? [index] : [])),
  );
  const addNamed = createCommandLookup(rules);
  const programs = memoizeByName((program) => {
    const { names: spelt, strict } = toCommandNames(program, environment);
    const any = createBitset(size);
    for (const name of spelt) addNamed(name, any);
    const all =
      strict === undefined ? everything : rulesMatching(rules, 'command', size, ({ exact }) => exact(strict));
    return { any, all };
  });
  const isSpoken = createPhraseFilter(rules);
  add(
    (rule) => rule.names.command !== undefined,
    (input) => {
      if (input.facts.shell === undefined) return none;
      const matches = reset(commandMatches);
      for (const invocation of input.facts.shell.invocations) {
        const { any, all } = programs(invocation.program);
        // Rules with `prompt` do not match a harmless command, so the rules for this command are collected
        // separately.
        const apart = invocation.isHarmless === true ? any.slice() : undefined;
        addRules(matches, apart === undefined ? any : none, all);
        if (isSpoken(invocation.base))
          for (const phrase of phrasesOf(invocation)) addNamed(phrase, apart ?? matches.any);
        if (apart !== undefined) union(matches.any, without(apart, asking));
      }
      if (input.facts.shell.printsEnvironment) union(matches.any, programs(ENVIRON).any);
      if (input.facts.shell.scripts.length > 0) addUnmatched(matches);
      if (input.facts.shell.unknown) addRules(matches, everything, none);
      return matchedRules(matches, refusing);
    },
  );

  for (const name of new Set(rules.flatMap(({ args }) => args.map((argument) => argument.name)))) {
    const path = rules.flatMap(({ args }) => args).find((argument) => argument.name === name)?.path ?? [];
    const matches = createAccumulator(size);
    const sets = createValueIndex(
      rules.flatMap(({ args, index }) =>
        args
          .filter((argument) => argument.name === name)
          .flatMap(({ patterns }) => patterns.map((pattern) => ({ pattern, index }))),
      ),
      size,
    );
    add(
      (rule) => rule.args.some((argument) => argument.name === name),
      (input) => {
        const { texts, hidden, opaque } = input.argument(path);
        reset(matches);
        for (const text of texts) addValue(matches, sets, text, [text], input, true);
        const plain = matches.count;
        for (const text of hidden) addValue(matches, sets, text, [text], input, false);
        if (opaque || plain === 0) matches.all.fill(0);
        return matchedRules(matches, refusing);
      },
    );
  }
  return dimensions;
}
