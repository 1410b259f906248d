// Formats a policy as TOML in either syntax, for `convert`, `show` and the importers.
import type { Dialect, Match, Policy, Rule } from '../model.js';
import type { Settings } from '../parse/schema/settings.js';
import { formatDuration, formatMoment, formatSize } from '../parse/units.js';
import { splitEvents } from './split-events.js';

/** A policy as TOML, and notes about parts that the TOML text cannot express. */
export interface Converted {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Formats a policy. Settings that equal `defaults`, the settings of an empty policy, are omitted. */
export function formatPolicy(policy: Policy, dialect: Dialect, defaults: Settings): Converted {
  const notes: string[] = [];
  const taken = new Set(policy.rules.map(({ name }) => name));
  const rules =
    dialect === 'ordered' ? policy.rules.flatMap((rule) => splitEvents(rule, taken, notes)) : policy.rules;
  const head = `version = 1\ndefault = ${quote(policy.default)}\n`;
  const texts = rules.map((rule, index) =>
    dialect === 'ordered' ? orderedText(rule) : namedText(rule, index),
  );
  return { text: [head, ...texts, ...settingsTexts(policy.settings, defaults)].join('\n'), notes };
}

export const quote = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

function list(values: readonly string[]): string {
  const [only] = values;
  return values.length === 1 && only !== undefined ? quote(only) : `[${values.map(quote).join(', ')}]`;
}

const key = (name: string) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : quote(name));

function aboutLines(rule: Rule): string[] {
  return [
    `action = ${quote(rule.block === true ? 'block' : rule.action)}`,
    ...(rule.description === undefined ? [] : [`description = ${quote(rule.description)}`]),
    ...(rule.message === undefined ? [] : [`message = ${quote(rule.message)}`]),
    ...(rule.enabled ? [] : ['enabled = false']),
    ...(rule.expires === undefined ? [] : [`expires = ${formatMoment(rule.expires)}`]),
    ...(rule.rateLimit === undefined
      ? []
      : [
          `rate_limit = { max = ${rule.rateLimit.max}, window = ${quote(formatDuration(rule.rateLimit.windowMs))} }`,
        ]),
  ];
}

const FIELDS = [
  'tool',
  'server',
  'client',
  'identity',
  'method',
  'resource',
  'prompt',
  'path',
  'host',
  'command',
  'effect',
] as const;

function matchLines(match: Match): string[] {
  return [
    ...(match.any === true ? ['any = true'] : []),
    ...FIELDS.flatMap((field) => (match[field] === undefined ? [] : [`${field} = ${list(match[field])}`])),
    ...(match.args ?? []).map(({ path, patterns }) => `args.${path.map(key).join('.')} = ${list(patterns)}`),
  ];
}

function orderedText(rule: Rule): string {
  return `${['[[rule]]', `name = ${quote(rule.name)}`, ...aboutLines(rule), ...matchLines(rule.match)].join('\n')}\n`;
}

function namedText(rule: Rule, index: number): string {
  const event = rule.match.event === undefined ? [] : [`event_type = ${list(rule.match.event)}`];
  const name = key(rule.name);
  return `${[`[rules.${name}]`, ...aboutLines(rule), `priority = ${index}`, '', `[rules.${name}.match]`, ...matchLines(rule.match), ...event].join('\n')}\n`;
}

const DURATIONS = new Set(['wait', 'expires', 'window', 'within']);
const SIZES = new Set(['max_size', 'max_message', 'max_buffer']);

function settingsTexts(settings: Settings, defaults: Settings): string[] {
  return Object.entries(settings).flatMap(([section, value]) => {
    if (Array.isArray(value))
      return value.map((one) => tableText(`[[${section}]]`, one as Record<string, unknown>));
    const usual = (defaults as unknown as Record<string, Record<string, unknown>>)[section] ?? {};
    const table = value as unknown as Record<string, unknown>;
    const changed = Object.keys(table).filter(
      (name) => name !== 'pattern' && JSON.stringify(table[name]) !== JSON.stringify(usual[name]),
    );
    const own =
      changed.length === 0
        ? []
        : [tableText(`[${section}]`, Object.fromEntries(changed.map((name) => [name, table[name]])))];
    const patterns = (table['pattern'] ?? []) as Record<string, unknown>[];
    return [...own, ...patterns.map((one) => tableText(`[[${section}.pattern]]`, one))];
  });
}

function tableText(head: string, table: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(table).flatMap(([name, value]) =>
    value === undefined ? [] : [`${key(name)} = ${valueText(name, value)}`],
  );
  return `${[head, ...lines].join('\n')}\n`;
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'number' && DURATIONS.has(name)) return quote(formatDuration(value));
  if (typeof value === 'number' && SIZES.has(name)) return quote(formatSize(value));
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map((item) => valueText('', item)).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{ ${Object.entries(value)
      .flatMap(([inner, item]) => (item === undefined ? [] : [`${key(inner)} = ${valueText(inner, item)}`]))
      .join(', ')} }`;
  return String(value);
}
