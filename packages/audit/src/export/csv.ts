// Exports comma-separated values (RFC 4180), for spreadsheets.

import type { AuditRecord } from '../format/record.js';
import type { ExportFormat } from './format.js';

const columns = [
  ...([
    'time',
    'session',
    'seq',
    'kind',
    'server',
    'client',
    'identity',
    'direction',
    'method',
    'tool',
  ] as const),
  ...([
    'decision',
    'rule',
    'reason',
    'findings',
    'decide_us',
    'latency_us',
    'call_seq',
    'arguments',
  ] as const),
];

export const csv: ExportFormat = {
  begin: `${columns.join(',')}\r\n`,
  item: (record) => `${columns.map((column) => cell(record, column)).join(',')}\r\n`,
  end: '',
};

function cell(record: AuditRecord, column: (typeof columns)[number]): string {
  const value = record[column];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(
    unprintable,
    spellOut,
  );
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Matches untrusted text that a spreadsheet could execute as a formula, in some cases even after a space or a quote.
 */
const formula = /^[\s"']*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Matches characters that move the cursor of a terminal or reverse text. Tabs and line ends are part of the format.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const spellOut = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
