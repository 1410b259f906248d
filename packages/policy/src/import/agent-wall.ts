// Agent Wall's YAML policy: rules with `|` between alternatives, argument patterns, limits, scanning. Whatever has no
// equivalent is listed; nothing is dropped in silence.
import { isRecord } from '../facts/facts.js';
import { COMMAND_KEY, kindOfKey } from '../facts/keys.js';
import { type Converted, quote } from '../format.js';
import { formatSize } from '../units.js';

type Table = Readonly<Record<string, unknown>>;

/** Translates a parsed Agent Wall policy into ordered rules. */
export function importAgentWall(given: Table): Converted {
  const notes: string[] = [];
  const fallback = given['defaultAction'];
  const lines = ['version = 1', `default = ${quote(isAction(fallback) ? fallback : 'prompt')}`];
  if (!isAction(fallback)) notes.push('`defaultAction` is missing or unknown: `prompt` is used');
  if (given['mode'] !== undefined)
    notes.push(`\`mode: ${String(given['mode'])}\` has no equivalent; see the preset \`strict\``);
  if (given['globalRateLimit'] !== undefined)
    notes.push('`globalRateLimit` has no equivalent: limits belong to rules (`rate_limit`)');
  const rules = Array.isArray(given['rules']) ? given['rules'] : [];
  for (const [index, rule] of rules.entries())
    if (isRecord(rule)) lines.push('', ...ruleLines(rule, index, notes));
    else notes.push(`rule ${index + 1} is no table`);
  lines.push(...scanningLines(isRecord(given['responseScanning']) ? given['responseScanning'] : {}, notes));
  lines.push(...securityLines(isRecord(given['security']) ? given['security'] : {}, notes));
  leftOver(
    given,
    ['version', 'defaultAction', 'mode', 'globalRateLimit', 'rules', 'responseScanning', 'security'],
    '',
    notes,
  );
  return { text: `${lines.join('\n')}\n`, notes };
}

const isAction = (value: unknown): value is string => ['allow', 'deny', 'prompt'].includes(String(value));
const split = (value: unknown) =>
  String(value)
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const list = (values: readonly string[]) =>
  values.length === 1 ? quote(values[0] ?? '') : `[${values.map(quote).join(', ')}]`;

function leftOver(table: Table, known: readonly string[], prefix: string, notes: string[]): void {
  for (const name of Object.keys(table))
    if (!known.includes(name)) notes.push(`\`${prefix}${name}\` has no equivalent`);
}

function ruleLines(rule: Table, index: number, notes: string[]): string[] {
  const name = typeof rule['name'] === 'string' ? rule['name'] : `rule-${index + 1}`;
  const action = isAction(rule['action']) ? String(rule['action']) : 'deny';
  if (!isAction(rule['action']))
    notes.push(`rule \`${name}\`: unknown action \`${String(rule['action'])}\`, \`deny\` is used`);
  const lines = [
    '[[rule]]',
    `name = ${quote(name)}`,
    `action = ${quote(action)}`,
    `tool = ${list(split(rule['tool'] ?? '*'))}`,
  ];
  if (typeof rule['message'] === 'string') lines.push(`message = ${quote(rule['message'])}`);
  const match = isRecord(rule['match']) ? rule['match'] : {};
  const args = isRecord(match['arguments']) ? match['arguments'] : {};
  for (const [key, value] of Object.entries(args)) lines.push(argumentLine(name, key, value, action, notes));
  const limit = rule['rateLimit'];
  if (isRecord(limit) && action === 'allow')
    lines.push(
      `rate_limit = { max = ${Number(limit['maxCalls'])}, window = "${Number(limit['windowSeconds'])}s" }`,
    );
  else if (limit !== undefined)
    notes.push(`rule \`${name}\`: \`rateLimit\` on \`${action}\` has no equivalent`);
  leftOver(rule, ['name', 'tool', 'match', 'action', 'message', 'rateLimit'], `${name}.`, notes);
  leftOver(match, ['arguments'], `${name}.match.`, notes);
  return lines;
}

// A star crosses slashes there inside text; refusing more than before is safe, allowing more is not.
function argumentLine(rule: string, key: string, value: unknown, action: string, notes: string[]): string {
  const parts = split(value);
  const widened =
    action === 'allow'
      ? parts
      : parts.map((part) =>
          part.includes('/') && (kindOfKey(key) & COMMAND_KEY) === 0 ? part : part.replace(/\*+/g, '**'),
        );
  if (widened.some((part, index) => part !== parts[index]))
    notes.push(`rule \`${rule}\`: stars in \`${key}\` became \`**\`, which crosses \`/\``);
  return `args.${/^[\w-]+$/.test(key) ? key : quote(key)} = ${list(widened)}`;
}

function scanningLines(table: Table, notes: string[]): string[] {
  if (Object.keys(table).length === 0) return [];
  const lines = ['', '[responses]'];
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
      lines.push(
        '',
        '[[responses.pattern]]',
        `name = ${quote(String(pattern['name']))}`,
        `pattern = ${quote(String(pattern['pattern']))}`,
        `action = ${quote(pattern['action'] === 'pass' ? 'log' : String(pattern['action'] ?? 'redact'))}`,
      );
  leftOver(
    table,
    ['enabled', 'maxResponseSize', 'oversizeAction', 'detectSecrets', 'detectPII', 'patterns'],
    'responseScanning.',
    notes,
  );
  return lines;
}

function securityLines(table: Table, notes: string[]): string[] {
  const lines: string[] = [];
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
    lines.push('', head, ...own);
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
  return lines;
}
