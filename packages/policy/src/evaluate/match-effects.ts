// Matches the effects of a call and its kind of message.

import { EXEC, impliedEffects, toEffectBits, UNKNOWN_PROGRAM } from '../facts/effects.js';
import type { CompiledRule } from '../match/compiled-rule.js';
import { EVENT_KINDS, type Rule } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import type { FieldMatch } from './field-match.js';

export function matchEffects(compiled: CompiledRule, input: EvaluationInput): FieldMatch {
  const wanted = compiled.rule.match.effect ?? [];
  const { effects, paths } = input.facts;
  const found = effects === 0 && paths.length > 0 ? UNKNOWN_EFFECT : effects;
  const matched = ruleMatchesEffects(compiled.rule, compiled.restricts, found);
  return {
    field: 'effect',
    matched,
    why: `the call does not ${wanted.join(' or ')}${compiled.restricts ? '' : ' only'}`,
    matchedValues: [],
    unmatched: [],
  };
}

/**
 * Tests whether a rule with `effect` and `path` does not apply to a path. A command has effects for each path: `cat
 * /etc/hosts > out.txt` writes, but not to `/etc/hosts`. Unknown effects count as matching.
 */
export function hasOtherEffect(done: number | undefined, wanted: number): boolean {
  if (done === undefined) return false;
  // A rule for `exec` alone applies to the files that programs with unknown effects are given.
  if (wanted === EXEC) return (done & UNKNOWN_PROGRAM) === 0;
  return done !== 0 && (done & UNKNOWN_PROGRAM) === 0 && (impliedEffects(done) & wanted) === 0;
}

/** The effect of a call that names a path and has no known effect. */
export const UNKNOWN_EFFECT = -1;

/** Matches the effects of a rule. For a rule that restricts a path, an unknown effect counts as reading. */
export function ruleMatchesEffects(
  { match: { effect = [], path } }: Rule,
  restricts: boolean,
  found: number,
): boolean {
  if (found === UNKNOWN_EFFECT) return restricts && path !== undefined && effect.includes('read');
  return effectsMatch(found, toEffectBits(effect), restricts);
}

/** For restrictive rules, one wanted effect must be present. For allow rules, all effects must be wanted. */
export function effectsMatch(found: number, wanted: number, restricts: boolean): boolean {
  return restricts ? (impliedEffects(found) & wanted) !== 0 : found !== 0 && (found & ~wanted) === 0;
}

export function matchEvent(compiled: CompiledRule, input: EvaluationInput): FieldMatch {
  const wanted = compiled.rule.match.event ?? [];
  const kinds = wanted.filter((event) => EVENT_KINDS.some((kind) => kind === event));
  const matched =
    kinds.some((kind) => kind === input.info.kind) ||
    effectsMatch(input.facts.effects, toEffectBits(wanted), compiled.restricts);
  return {
    field: 'event_type',
    matched,
    why: `the message is not of the kind ${wanted.join(', ')}`,
    matchedValues: [],
    unmatched: [],
  };
}
