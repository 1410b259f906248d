// Matches values that can be paths and can occur several times in a message: paths, resources and arguments.

import { toEffectBits } from '../facts/effects.js';
import { locationOf } from '../facts/fact-location.js';
import type { CompiledArgument, CompiledRule, PathPattern, ValuePattern } from '../match/compiled-rule.js';
import { overlaps } from '../match/glob-overlap.js';
import type { EvaluationInput } from './evaluation-input.js';
import { combineValues, type FieldMatch, type ValueMatch } from './field-match.js';
import { hasOtherEffect } from './match-effects.js';

export function matchPaths(
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

export function matchResources(
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

// Matches a value either as text or as a path with all its candidates.
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

export function matchArgument(
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
