// Generates rules for the logged calls, one for each way in which a tool is used. A rule with paths does not match
// calls without paths, so each combination of paths, hosts and commands gets its own rule.

import type { Action, Environment, Facts, Match, PolicyEvent, Rule } from '@claw/policy';
import { effectNames } from '@claw/policy';
import { generalizeHosts, generalizePaths } from './generalize.js';

/** An allowed call with its facts and the number of times that it occurred. */
export interface SeenCall {
  readonly event: PolicyEvent;
  readonly environment: Partial<Environment>;
  readonly facts: Facts;
  /** All targets of the paths, with links resolved. */
  readonly paths: readonly string[];
  /** True if the log does not contain the whole call. */
  readonly isPartial: boolean;
  count: number;
  last: string;
}

export interface LearnedRule {
  readonly rule: Rule;
  readonly calls: number;
  readonly last: string;
}

/** Returns rules for all calls whose facts are known. */
export function learnRules(calls: readonly SeenCall[], home: string): LearnedRule[] {
  const groups = groupBy(calls.filter(isKnown), ({ event, facts }) => [
    event.server,
    event.method,
    facts.tool ?? facts.prompt,
  ]);
  return groups.flatMap((group) => {
    const kinds = groupBy(group, ({ facts, paths }) => [
      paths.length > 0,
      facts.hosts.length > 0,
      facts.shell !== undefined,
      facts.uris.length > 0,
    ]);
    const usable = kinds.filter((kind) => kinds.length === 1 || !namesNothing(kind[0] as SeenCall));
    return usable.map((kind) => toRule(kind, matchOf(kind, home)));
  });
}

// Values that are known only at run time are not covered by `allow`. A wildcard in a call must not become a wildcard in
// a rule.
const isKnown = ({ facts, paths }: SeenCall) =>
  facts.shell?.unknown !== true &&
  facts.paths.every(({ exact }) => exact) &&
  ![...paths, ...facts.uris].some((text) => /[*?]/.test(text));

/** Returns rules with exact arguments, for calls that no pattern describes. */
export function learnExactRules(calls: readonly SeenCall[]): LearnedRule[] {
  const usable = calls.filter(({ event, isPartial }) => !isPartial && exactArguments(event) !== undefined);
  return usable.map((call) => toRule([call], { ...namesOf(call), args: exactArguments(call.event) ?? [] }));
}

const namesNothing = ({ facts, paths }: SeenCall) =>
  paths.length === 0 && facts.hosts.length === 0 && facts.shell === undefined && facts.uris.length === 0;

function namesOf({ event, facts }: SeenCall): Match {
  return {
    ...(event.server !== undefined && { server: [event.server] }),
    ...(facts.tool !== undefined ? { tool: [facts.tool] } : { method: [event.method] }),
    ...(facts.prompt !== undefined && { prompt: [facts.prompt] }),
  };
}

function matchOf(calls: readonly SeenCall[], home: string): Match {
  const first = calls[0] as SeenCall;
  const { facts, event } = first;
  const isTool = event.method === 'tools/call';
  const programs = calls.flatMap((call) => call.facts.shell?.invocations.map(({ program }) => program) ?? []);
  const effects = effectNames(calls.reduce((bits, call) => bits | call.facts.effects, 0));
  return {
    ...namesOf(first),
    ...(isTool &&
      first.paths.length > 0 && {
        path: generalizePaths(
          calls.flatMap(({ paths }) => paths),
          home,
        ),
      }),
    ...(isTool &&
      facts.hosts.length > 0 && {
        host: generalizeHosts(calls.flatMap((call) => call.facts.hosts.map(({ name }) => name))),
      }),
    ...(facts.uris.length > 0 && { resource: [...new Set(calls.flatMap((call) => call.facts.uris))].sort() }),
    ...(facts.shell !== undefined && programs.length > 0 && { command: [...new Set(programs)].sort() }),
    ...(facts.shell !== undefined && effects.length > 0 && { effect: effects }),
  };
}

const maxPatternLength = 1024;

/**
 * Returns all arguments as exact values; undefined if an argument is not plain text or cannot be written as an exact
 * pattern.
 */
function exactArguments({ params }: PolicyEvent): Match['args'] | undefined {
  const args = Object.entries((params as { arguments?: object } | undefined)?.arguments ?? {});
  const plain = args.every(
    ([, value]) =>
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value !== '' && value.length <= maxPatternLength && !/[*?]/.test(value)),
  );
  if (!plain || args.length === 0) return undefined;
  return args.map(([name, value]) => ({ name, path: [name], patterns: [String(value)] }));
}

function toRule(calls: readonly SeenCall[], match: Match): LearnedRule {
  const action: Action = 'allow';
  const last =
    calls
      .map((call) => call.last)
      .sort()
      .at(-1) ?? '';
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  return { rule: { name: '', action, enabled: true, match, source: [] }, calls: total, last };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
