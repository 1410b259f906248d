// Imports rules of AIronClaw in JSON, whose keys correspond to those of `[[guard]]` tables.

import { quote } from '../convert/format.js';
import { isRecord } from '../facts/is-record.js';
import { GUARD_TYPES } from '../parse/schema/guard-shapes.js';
import type { Block } from './blocks.js';

/** Converts `{ "rules": [...] }` or only the list. */
export function importAironclaw(rules: readonly unknown[], notes: string[]): Block[] {
  const guards = rules.flatMap((rule, index) => {
    if (isRecord(rule) && GUARD_TYPES.some((type) => type === rule['rule_type']))
      return [guardBlock(rule, index, notes)];
    notes.push(
      `rule ${index + 1}: \`rule_type\` \`${isRecord(rule) ? String(rule['rule_type']) : 'none'}\` has no equivalent`,
    );
    return [];
  });
  notes.push(
    'these rules deny or rewrite specific calls: `default = "allow"` allows everything else, as before',
  );
  return [{ head: 'version = 1', lines: ['default = "allow"'] }, ...guards];
}

function guardBlock(rule: Readonly<Record<string, unknown>>, index: number, notes: string[]): Block {
  const lines = Object.entries(rule).flatMap(([name, value]) => {
    const text = valueText(value);
    if (text === undefined) notes.push(`rule ${index + 1}: \`${name}\` has no equivalent`);
    return text === undefined ? [] : [`${/^[\w-]+$/.test(name) ? name : quote(name)} = ${text}`];
  });
  return { head: '[[guard]]', lines };
}

function valueText(value: unknown): string | undefined {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return undefined;
  const items = value.map(valueText);
  return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
}
