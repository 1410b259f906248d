// Imports YAML policies of Agent Wall: rules with `|` between alternatives, argument patterns, limits, scanning.
// Parts without an equivalent are listed in notes.

import { quote } from '../convert/format.js';
import { COMMAND_KEY, kindOfKey } from '../facts/argument-keys.js';
import { isRecord } from '../facts/is-record.js';
import { formatDuration, formatSize } from '../parse/units.js';
import type { Block } from './blocks.js';

type Table = Readonly<Record<string, unknown>>;

/** Converts a parsed Agent Wall policy to ordered rules. */
export function importAgentWall(given: Table, notes: string[]): Block[] {
  const fallback = given['defaultAction'];
  if (!isAction(fallback)) notes.push('`defaultAction` is missing or unknown: `prompt` is used');
  if (given['mode'] !== undefined)
    notes.push(`\`mode: ${String(given['mode'])}\` has no equivalent; see the preset \`strict\``);
  if (given['globalRateLimit'] !== undefined)
    notes.push('`globalRateLimit` has no equivalent: limits belong to rules (`rate_limit`)');
  const blocks: Block[] = [
    { head: 'version = 1', lines: [`default = ${quote(isAction(fallback) ? fallback : 'prompt')}`] },
  ];
  const rules = Array.isArray(given['rules']) ? given['rules'] : [];
  const names = new Set<string>();
  for (const [index, rule] of rules.entries())
    if (isRecord(rule)) blocks.push(ruleBlock(rule, nameOf(rule, index, names, notes), notes));
    else notes.push(`rule ${index + 1} is not a table`);
  blocks.push(...scanning(isRecord(given['responseScanning']) ? given['responseScanning'] : {}, notes));
  blocks.push(...security(isRecord(given['security']) ? given['security'] : {}, notes));
  leftOver(
    given,
    ['version', 'defaultAction', 'mode', 'globalRateLimit', 'rules', 'responseScanning', 'security'],
    '',
    notes,
  );
  return blocks;
}

/** Returns a unique name. In Agent Wall, names are optional and may repeat. */
function nameOf(rule: Table, index: number, names: Set<string>, notes: string[]): string {
  const given = typeof rule['name'] === 'string' && rule['name'] !== '' ? rule['name'] : `rule-${index + 1}`;
  const name = names.has(given) ? `${given}-${index + 1}` : given;
  if (name !== given) notes.push(`rule ${index + 1}: the name \`${given}\` is taken, \`${name}\` is used`);
  names.add(name);
  return name;
}

const isAction = (value: unknown): value is string => ['allow', 'deny', 'prompt'].includes(String(value));
/** Splits alternatives in a text or a list. Other values are kept and later rejected as patterns. */
const split = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(split)
    : String(isRecord(value) ? '' : value)
        .split('|')
        .map((part) => part.trim())
        .filter((part) => part !== '');
const list = (values: readonly string[]) =>
  values.length === 1 ? quote(values[0] ?? '') : `[${values.map(quote).join(', ')}]`;

function leftOver(table: Table, known: readonly string[], prefix: string, notes: string[]): void {
  for (const name of Object.keys(table))
    if (!known.includes(name)) notes.push(`\`${prefix}${name}\` has no equivalent`);
}

function ruleBlock(rule: Table, name: string, notes: string[]): Block {
  const action = isAction(rule['action']) ? String(rule['action']) : 'deny';
  if (!isAction(rule['action']))
    notes.push(`rule \`${name}\`: unknown action \`${String(rule['action'])}\`, \`deny\` is used`);
  const lines = [
    `name = ${quote(name)}`,
    `action = ${quote(action)}`,
    `tool = ${list(split(rule['tool'] ?? '*'))}`,
  ];
  if (typeof rule['message'] === 'string') lines.push(`message = ${quote(rule['message'])}`);
  const match = isRecord(rule['match']) ? rule['match'] : {};
  const args = isRecord(match['arguments']) ? match['arguments'] : {};
  for (const [key, value] of Object.entries(args)) lines.push(argumentLine(name, key, value, action, notes));
  if (rule['rateLimit'] !== undefined) lines.push(...limitLines(rule['rateLimit'], name, action, notes));
  leftOver(rule, ['name', 'tool', 'match', 'action', 'message', 'rateLimit'], `${name}.`, notes);
  leftOver(match, ['arguments'], `${name}.match.`, notes);
  return { head: '[[rule]]', lines };
}

function limitLines(limit: unknown, name: string, action: string, notes: string[]): string[] {
  if (!isRecord(limit) || action !== 'allow') {
    notes.push(`rule \`${name}\`: \`rateLimit\` on \`${action}\` has no equivalent`);
    return [];
  }
  const max = limit['maxCalls'] ?? limit['maxRequests'];
  const milliseconds = Math.round(Number(limit['windowSeconds'] ?? Number.NaN) * 1000);
  leftOver(limit, ['maxCalls', 'maxRequests', 'windowSeconds'], `${name}.rateLimit.`, notes);
  if (typeof max === 'number' && Number.isSafeInteger(max) && max > 0 && milliseconds > 0)
    return [`rate_limit = { max = ${max}, window = ${quote(formatDuration(milliseconds))} }`];
  notes.push(
    `rule \`${name}\`: \`rateLimit\` needs \`maxCalls\` and \`windowSeconds\`, both above 0; it is omitted, so the rule has no limit`,
  );
  return [];
}

// Converts an argument pattern. In Agent Wall, a star also matches slashes inside text, so the pattern has to be
// extended for rules that deny. Denying more calls than before is safe; allowing more is not.
function argumentLine(rule: string, key: string, value: unknown, action: string, notes: string[]): string {
  const parts = split(value);
  const widened =
    action === 'allow'
      ? parts
      : parts.map((part) =>
          part.includes('/') && (kindOfKey(key) & COMMAND_KEY) === 0 ? part : part.replace(/\*+/g, '**'),
        );
  if (widened.some((part, index) => part !== parts[index]))
    notes.push(`rule \`${rule}\`: stars in \`${key}\` became \`**\`, which also matches \`/\``);
  return `args.${/^[\w-]+$/.test(key) ? key : quote(key)} = ${list(widened)}`;
}

function scanning(table: Table, notes: string[]): Block[] {
  if (Object.keys(table).length === 0) return [];
  const lines: string[] = [];
  const patterns: Block[] = [];
  if (typeof table['enabled'] === 'boolean') lines.push(`enabled = ${table['enabled']}`);
  if (typeof table['maxResponseSize'] === 'number')
    lines.push(`max_size = ${quote(formatSize(table['maxResponseSize']))}`);
  if (table['oversizeAction'] !== undefined)
    lines.push(`oversize = ${quote(table['oversizeAction'] === 'block' ? 'block' : 'truncate')}`);
  if (typeof table['detectSecrets'] === 'boolean')
    lines.push(`secrets = ${quote(table['detectSecrets'] ? 'redact' : 'off')}`);
  if (typeof table['detectPII'] === 'boolean')
    lines.push(`personal = ${quote(table['detectPII'] ? 'redact' : 'off')}`);
  for (const pattern of Array.isArray(table['patterns']) ? table['patterns'] : [])
    if (isRecord(pattern))
      patterns.push({
        head: '[[responses.pattern]]',
        lines: [
          `name = ${quote(String(pattern['name']))}`,
          `pattern = ${quote(String(pattern['pattern']))}`,
          `action = ${quote(pattern['action'] === 'pass' ? 'log' : String(pattern['action'] ?? 'redact'))}`,
        ],
      });
  leftOver(
    table,
    ['enabled', 'maxResponseSize', 'oversizeAction', 'detectSecrets', 'detectPII', 'patterns'],
    'responseScanning.',
    notes,
  );
  return [{ head: '[responses]', lines, isSection: true }, ...patterns];
}

function security(table: Table, notes: string[]): Block[] {
  const blocks: Block[] = [];
  const section = (
    name: string,
    head: string,
    keys: Readonly<Record<string, (value: unknown) => string | undefined>>,
  ) => {
    const given = table[name];
    if (!isRecord(given)) return;
    const own = Object.entries(keys).flatMap(([key, write]) =>
      given[key] === undefined ? [] : (write(given[key]) ?? []),
    );
    blocks.push({ head, lines: own, isSection: true });
    leftOver(given, Object.keys(keys), `security.${name}.`, notes);
  };
  const enabled = (value: unknown) => `enabled = ${value === true}`;
  const names = (key: string) => (value: unknown) =>
    Array.isArray(value) && value.length > 0 ? `${key} = ${list(value.map(String))}` : undefined;
  section('injectionDetection', '[injection]', {
    enabled,
    sensitivity: (value) => `sensitivity = ${quote(String(value))}`,
    excludeTools: names('exclude_tools'),
  });
  section('egressControl', '[egress]', {
    enabled,
    allowedDomains: names('allow_hosts'),
    blockedDomains: names('deny_hosts'),
    blockPrivateIPs: (value) => `private = ${quote(value === false ? 'allow' : 'deny')}`,
    blockMetadataEndpoints: (value) => `metadata = ${quote(value === false ? 'allow' : 'deny')}`,
    excludeTools: names('exclude_tools'),
  });
  section('killSwitch', '[kill_switch]', { enabled });
  section('chainDetection', '[chains]', { enabled });
  leftOver(
    table,
    ['injectionDetection', 'egressControl', 'killSwitch', 'chainDetection'],
    'security.',
    notes,
  );
  return blocks;
}
