// Comma-separated values for spreadsheets (RFC 4180).

import type { AuditRecord } from '../record.js';
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
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A spreadsheet runs what begins like a formula, and the text is from strangers.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
