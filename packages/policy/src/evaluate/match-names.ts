// Matches names: servers, tools, hosts, and the programs of commands.

import { ENVIRON } from '../facts/commands/environment-dump.js';
import { locationOf } from '../facts/fact-location.js';
import type { CompiledRule, NamePattern } from '../match/compiled-rule.js';
import type { EvaluationInput } from './evaluation-input.js';
import { combineValues, type FieldMatch, type ValueMatch } from './field-match.js';
import { quoteValue } from './quote-value.js';
import { matchesName } from './rule-scope.js';

/** The value that stands for the programs of a command that cannot be determined. */
export const UNDETERMINED = 'text that cannot be read in full';

export function matchName(
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

export function matchHosts(
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

export function matchCommands(
  patterns: readonly NamePattern[],
  input: EvaluationInput,
  { restricts, rule }: CompiledRule,
): FieldMatch {
  const candidates: ValueMatch[] = input.commands().map(({ names, phrases, strict, isHarmless }) => ({
    value: names.at(-1) ?? '',
    where: 'a program of the command',
    any:
      isHarmless && rule.action === 'prompt'
        ? undefined
        : patterns.find((pattern) => [...names, ...phrases].some((name) => matchesName(pattern, name, true)))
            ?.pattern,
    all: strict === undefined || patterns.some(({ exact }) => exact(strict)),
  }));
  if (restricts && input.facts.shell?.printsEnvironment === true)
    candidates.push({
      value: ENVIRON,
      where: 'the environment',
      any: patterns.find((pattern) => matchesName(pattern, ENVIRON, true))?.pattern,
      all: false,
    });
  if ((input.facts.shell?.scripts.length ?? 0) > 0)
    candidates.push({ value: 'a script', where: 'the command', any: undefined, all: false });
  if (input.facts.shell?.unknown === true)
    candidates.push({
      value: UNDETERMINED,
      where: 'the command',
      any: patterns[0]?.pattern,
      all: false,
    });
  return combineValues('command', candidates, restricts, 'the call runs no program');
}
