// Tests, field by field, whether an earlier rule matches every message that a later rule matches. The result is true
// only if this is certain.

import { toEffectBits } from '../facts/effects.js';
import { foldName } from '../facts/encoding/decode.js';
import type { CompiledRule, ValuePattern } from '../match/compiled-rule.js';
import { classifyMethod } from '../methods.js';
import { EVENT_KINDS } from '../model.js';
import { includes } from './glob-inclusion.js';

/** Tests whether `first` certainly matches every message that `second` matches. */
export function coversRule(first: CompiledRule, second: CompiledRule): boolean {
  const { rule, restricts } = first;
  if (!rule.enabled || rule.expires !== undefined) return false;
  // An allow rule must match all values of a message; a later restrictive rule may match because of a single value.
  if (!restricts && second.restricts) return false;
  return fieldsCover(first, second);
}

/** Tests whether an earlier allow rule matches the calls that a later deny rule is intended for. */
export function shadowsRule(first: CompiledRule, second: CompiledRule): boolean {
  const { rule, restricts } = first;
  return (
    rule.enabled && rule.expires === undefined && !restricts && second.restricts && fieldsCover(first, second)
  );
}

function fieldsCover(first: CompiledRule, second: CompiledRule): boolean {
  return (
    scopeCovers(first, second) &&
    (['tool', 'server', 'client', 'identity', 'prompt', 'host', 'command'] as const).every((field) =>
      namesCover(first, second, field),
    ) &&
    pathsCover(first, second) &&
    valuesCover(first.resource, second.resource) &&
    first.args.every(({ name, patterns }) =>
      second.args.some((other) => other.name === name && valuesCover(patterns, other.patterns)),
    ) &&
    wordsCover(first.rule.match.effect, second.rule.match.effect) &&
    wordsCover(first.rule.match.event, second.rule.match.event)
  );
}

function scopeCovers(
  { rule: { match: wide } }: CompiledRule,
  { rule: { match: narrow } }: CompiledRule,
): boolean {
  const called = narrow.tool !== undefined || narrow.args !== undefined;
  if (wide.tool !== undefined || wide.args !== undefined) {
    if (!called) return false;
    if (wide.method === undefined) return true;
  }
  const everything = wide.any === true || (wide.method?.some((method) => /^\*+$/.test(method)) ?? false);
  if (called && (everything || wide.method === undefined)) return true;
  if (everything)
    return narrow.method === undefined
      ? !namesKinds(narrow.event)
      : narrow.method.every((method) => /^\*+$/.test(method) || isLiteral(method, ['review', 'log']));
  if (wide.method !== undefined) {
    const methods = called ? ['tools/call'] : narrow.method;
    return (
      methods?.every(
        (method) =>
          !/^\*+$/.test(method) && wide.method?.some((one) => includes(one, method, { crossing: true })),
      ) ?? false
    );
  }
  if (narrow.any === true || namesKinds(narrow.event)) return false;
  return narrow.method === undefined || narrow.method.every((method) => isLiteral(method, ['review']));
}

const namesKinds = (events: readonly string[] | undefined) =>
  events?.some((event) => EVENT_KINDS.some((kind) => kind === event)) ?? false;

function isLiteral(method: string, classes: readonly string[]): boolean {
  return (
    !/[*?]/.test(method) && method === foldName(method) && classes.includes(classifyMethod(method).class)
  );
}

function namesCover(
  first: CompiledRule,
  second: CompiledRule,
  field: 'tool' | 'server' | 'client' | 'identity' | 'prompt' | 'host' | 'command',
): boolean {
  const wide = first.names[field];
  const narrow = second.names[field];
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const crossing = { crossing: true };
  const exactly = narrow.every((small) => wide.some((big) => includes(big.pattern, small.pattern, crossing)));
  const folded = narrow.every((small) =>
    wide.some((big) => includes(foldName(big.pattern), foldName(small.pattern), crossing)),
  );
  return exactly && folded;
}

function pathsCover(first: CompiledRule, second: CompiledRule): boolean {
  if (first.path === undefined) return true;
  const wide = first.path.flatMap(({ globs }) => globs);
  return (
    second.path?.every(({ globs }) => globs.every((small) => wide.some((big) => includes(big, small)))) ??
    false
  );
}

function valuesCover(
  wide: readonly ValuePattern[] | undefined,
  narrow: readonly ValuePattern[] | undefined,
): boolean {
  if (wide === undefined) return true;
  return (
    narrow?.every((small) =>
      globsOf(small).every((glob) =>
        wide.some((big) => big.kind === small.kind && globsOf(big).some((one) => includes(one, glob))),
      ),
    ) ?? false
  );
}

const globsOf = (pattern: ValuePattern) => (pattern.kind === 'path' ? pattern.globs : [pattern.pattern]);

function wordsCover(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  // In a deny rule, `move` implies two other effects, so only identical lists of effects are certain.
  return narrow.every((word) => wide.includes(word)) && (toEffectBits(narrow) & ~toEffectBits(wide)) === 0;
}
