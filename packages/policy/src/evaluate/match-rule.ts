// Matches one rule against one message, field by field and without an index, and returns the reason. This is the
// reference for the index.

import { ENVIRON } from '../facts/commands/environment-dump.js';
import { effectNames, impliedEffects, toEffectBits } from '../facts/effects.js';
import type { CompiledRule } from '../match/compiled-rule.js';
import type { Effect, MatchedValue } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';
import type { FieldMatch } from './field-match.js';
import { matchEffects, matchEvent } from './match-effects.js';
import { matchCommands, matchHosts, matchName, UNDETERMINED } from './match-names.js';
import { matchArgument, matchPaths, matchResources } from './match-values.js';
import { quoteValue } from './quote-value.js';
import { scopeMismatch } from './rule-scope.js';

export interface RuleMatch {
  readonly matched: boolean;
  readonly why: string;
  readonly matchedValues: readonly MatchedValue[];
  readonly unmatched: readonly string[];
}

/** Matches all fields of a rule. */
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
      : [...new Set(matchedValues.map(describeMatch))].slice(0, 3).join(', '));
  return {
    matched: failed === undefined,
    why,
    matchedValues,
    unmatched: fields.flatMap((field) => field.unmatched),
  };
}

const EFFECT_PHRASES: Readonly<Record<Effect, string>> = {
  read: 'read data',
  write: 'write data',
  delete: 'delete data',
  move: 'move files',
  exec: 'run programs',
  connect: 'connect to a host',
};

/** Describes a match by effect, method or kind of message, if no value matched. */
function describeScope(
  { rule: { match }, restricts }: CompiledRule,
  { facts, event, info }: EvaluationInput,
): string {
  if (match.effect !== undefined) {
    const found = restricts ? impliedEffects(facts.effects) & toEffectBits(match.effect) : facts.effects;
    return `the call can ${effectNames(found)
      .map((effect) => EFFECT_PHRASES[effect])
      .join(', ')}`;
  }
  if (match.method !== undefined) return `it names the method ${quoteValue(event.method)}`;
  return match.event === undefined
    ? 'it matches every message'
    : `it matches this kind of message: ${info.kind}`;
}

function describeMatch({ field, value, pattern }: MatchedValue): string {
  if (field === 'command' && value === ENVIRON) return 'the command prints environment variables';
  if (field === 'command' && value === UNDETERMINED) return 'the command may start any program';
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
    fields.push(matchCommands(compiled.names.command, input, compiled));
  for (const argument of compiled.args) fields.push(matchArgument(argument, input, compiled.restricts));
  return fields;
}
