// The index: each field of the language is a dimension that says for one message which rules it satisfies, for all
// rules at once. The first rule that every dimension accepts decides. Must agree with `judge.ts`; a property test says so.
import { addBit, type Bits, bitsOf, createBits, hasBit } from './bits.js';
import { classifyMethod } from './classify.js';
import { ENVIRON } from './facts/environ.js';
import type { Place } from './facts/environment.js';
import type { PathFact } from './facts/facts.js';
import { phrasesOf } from './facts/invocation.js';
import { compileMeeting, readGlobWord } from './facts/shell-glob.js';
import type { CompiledRule } from './fields.js';
import { matchesHost } from './judge.js';
import { createPhraseLook, matchEffects, matchEvents, matching, matchNames } from './name-bits.js';
import { createQuickLook, createSparing } from './path-look.js';
import { createPathSet, rememberNames } from './pattern-set.js';
import { inScope, matchesName } from './scope.js';
import { type Subject, toCommandHit } from './subject.js';
import {
  createTally,
  reset,
  settle,
  tallyBits,
  tallyGuess,
  tallyReadings,
  tallyUnnamed,
  union,
} from './tally.js';
import { createValueSets, entries, tallyValue } from './value-sets.js';

/** One field across all rules. */
export interface Dimension {
  /** Rules that do not have the field: always satisfied. */
  readonly free: Bits;
  /** Rules with the field that the message satisfies. */
  readonly satisfied: (subject: Subject) => Bits;
}

export function createDimensions(rules: readonly CompiledRule[], place: Place): Dimension[] {
  const size = rules.length;
  const refusing = bitsOf(
    size,
    rules.flatMap(({ refuses, index }) => (refuses ? [index] : [])),
  );
  const none = createBits(size);
  const free = (has: (rule: CompiledRule) => boolean) =>
    bitsOf(
      size,
      rules.flatMap((rule) => (has(rule) ? [] : [rule.index])),
    );
  const dimensions: Dimension[] = [];
  const add = (has: (rule: CompiledRule) => boolean, satisfied: (subject: Subject) => Bits) => {
    if (rules.some(has)) dimensions.push({ free: free(has), satisfied });
  };

  const scope = rememberNames((method) => {
    const message = { event: { method }, info: classifyMethod(method) };
    return bitsOf(
      size,
      rules.flatMap((rule) => (inScope(rule, message) ? [rule.index] : [])),
    );
  });
  dimensions.push({ free: none, satisfied: ({ event }) => scope(event.method) });

  const names = (
    field: 'tool' | 'server' | 'client' | 'identity' | 'prompt',
    read: (subject: Subject) => string | undefined,
  ) => {
    const lookup = rememberNames((value) => matchNames(rules, field, value, size));
    add(
      (rule) => rule.names[field] !== undefined,
      (subject) => {
        const value = read(subject);
        return value === undefined ? none : lookup(value);
      },
    );
  };
  names('tool', ({ facts }) => facts.tool);
  names('server', ({ event }) => event.server);
  names('client', ({ event }) => event.client);
  names('identity', ({ event }) => event.identity);
  names('prompt', ({ facts }) => facts.prompt);

  const effects = rememberNames((key) => matchEffects(rules, Number(key), size));
  add(
    (rule) => rule.rule.match.effect !== undefined,
    ({ facts }) => effects(String(facts.effects)),
  );
  const events = rememberNames((key) => {
    const [found = '0', kind = ''] = key.split(' ');
    return matchEvents(rules, Number(found), kind, size);
  });
  add(
    (rule) => rule.rule.match.event !== undefined,
    ({ facts, info }) => events(`${facts.effects} ${info.kind}`),
  );

  const pathTally = createTally(size);
  const pathEntries = rules.flatMap(({ path, index }) => entries(path ?? [], index));
  const pathSet = createPathSet(pathEntries);
  const meetings = pathEntries.map(({ glob, rule }) => ({ meets: compileMeeting(glob), rule }));
  const isUnnamed = createQuickLook(pathSet, place);
  const spared = createSparing(rules, size);
  add(
    (rule) => rule.path !== undefined,
    (subject) => {
      const { paths } = subject.facts;
      if (paths.length === 0) return none;
      reset(pathTally);
      for (let index = 0; index < paths.length; index += 1) {
        const isGuessed = (paths[index] as PathFact).guessed === true;
        if (!subject.followsLinks && isUnnamed(paths[index] as PathFact)) {
          if (!isGuessed) tallyUnnamed(pathTally);
          continue;
        }
        const { fact, reading, globs } = subject.path(index);
        const except = spared(fact.effects);
        if (isGuessed) tallyGuess(pathTally, pathSet, reading.readings, except);
        else tallyReadings(pathTally, pathSet, reading.readings, !reading.outside, except);
        for (const glob of globs) {
          const word = readGlobWord(glob);
          for (const { meets, rule } of meetings)
            if (
              !hasBit(pathTally.any, rule) &&
              !(except !== undefined && hasBit(except, rule)) &&
              meets(word)
            )
              addBit(pathTally.any, rule);
        }
      }
      return settle(pathTally, refusing);
    },
  );

  const resourceTally = createTally(size);
  const resources = createValueSets(
    rules.flatMap(({ resource, index }) => (resource ?? []).map((pattern) => ({ pattern, index }))),
    size,
  );
  add(
    (rule) => rule.resource !== undefined,
    (subject) => {
      if (subject.facts.uris.length === 0) return none;
      const tally = reset(resourceTally);
      for (const uri of subject.facts.uris)
        tallyValue(tally, resources, uri, subject.uriReadings(uri), subject, true);
      return settle(tally, refusing);
    },
  );

  const hostTally = createTally(size);
  add(
    (rule) => rule.names.host !== undefined,
    (subject) => {
      if (subject.facts.hosts.length === 0) return none;
      const tally = reset(hostTally);
      for (const { name, withPort } of subject.facts.hosts) {
        const matched = hosts(withPort === undefined ? name : `${name} ${withPort}`);
        tallyBits(tally, matched, matched);
      }
      return settle(tally, refusing);
    },
  );
  const hosts = rememberNames((key) => {
    const [name = '', withPort] = key.split(' ');
    return matching(rules, 'host', size, (pattern) => matchesHost(pattern, name, withPort));
  });

  const commandTally = createTally(size);
  const everything = bitsOf(
    size,
    rules.map(({ index }) => index),
  );
  const matchSpelt = (spelt: readonly string[]) =>
    matching(rules, 'command', size, (pattern) => spelt.some((name) => matchesName(pattern, name, true)));
  const programs = rememberNames((program) => {
    const { names: spelt, strict } = toCommandHit(program, place);
    const any = matchSpelt(spelt);
    const all =
      strict === undefined ? everything : matching(rules, 'command', size, ({ exact }) => exact(strict));
    return { any, all };
  });
  const phrases = rememberNames((phrase) => matchSpelt([phrase]));
  const isSpoken = createPhraseLook(rules);
  add(
    (rule) => rule.names.command !== undefined,
    (subject) => {
      if (subject.facts.shell === undefined) return none;
      const tally = reset(commandTally);
      for (const invocation of subject.facts.shell.invocations) {
        const { any, all } = programs(invocation.program);
        tallyBits(tally, any, all);
        if (isSpoken(invocation.base))
          for (const phrase of phrasesOf(invocation)) union(tally.any, phrases(phrase));
      }
      if (subject.facts.shell.showsEnvironment) union(tally.any, programs(ENVIRON).any);
      if (subject.facts.shell.unknown) tallyBits(tally, everything, none);
      return settle(tally, refusing);
    },
  );

  for (const name of new Set(rules.flatMap(({ args }) => args.map((argument) => argument.name)))) {
    const path = rules.flatMap(({ args }) => args).find((argument) => argument.name === name)?.path ?? [];
    const tally = createTally(size);
    const sets = createValueSets(
      rules.flatMap(({ args, index }) =>
        args
          .filter((argument) => argument.name === name)
          .flatMap(({ patterns }) => patterns.map((pattern) => ({ pattern, index }))),
      ),
      size,
    );
    add(
      (rule) => rule.args.some((argument) => argument.name === name),
      (subject) => {
        const { texts, hidden, opaque } = subject.argument(path);
        reset(tally);
        for (const text of texts) tallyValue(tally, sets, text, [text], subject, true);
        const plain = tally.hits;
        for (const text of hidden) tallyValue(tally, sets, text, [text], subject, false);
        if (opaque || plain === 0) tally.all.fill(0);
        return settle(tally, refusing);
      },
    );
  }
  return dimensions;
}
