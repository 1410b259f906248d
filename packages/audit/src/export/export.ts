// Exports the selected records in a format for other programs (such as CSV, SARIF and OCSF), as a stream of text.

import { readRecord } from '../index-file/index-file.js';
import type { AuditFilter } from '../query/filter.js';
import { type QueryOptions, queryAudit } from '../query/query.js';
import { csv } from './csv.js';
import type { ExportFormat } from './format.js';
import { jsonl } from './jsonl.js';
import { ocsf } from './ocsf.js';
import { sarif } from './sarif.js';

const formats = { jsonl, csv, sarif, ocsf } satisfies Record<string, ExportFormat>;

export type ExportName = keyof typeof formats;

/** The formats that `exportAudit` supports. */
export const exportNames = Object.keys(formats) as readonly ExportName[];

/** Yields the document in pieces; returns the number of exported records. */
export async function* exportAudit(
  folder: string,
  name: ExportName,
  filter: AuditFilter = {},
  options: QueryOptions = {},
): AsyncGenerator<string, number> {
  const format: ExportFormat = formats[name];
  if (format.begin !== '') yield format.begin;
  let count = 0;
  for await (const line of queryAudit(folder, filter, options)) {
    const record = readRecord(line);
    const text = record === undefined ? '' : format.item(record, line, count === 0);
    if (text === '') continue;
    count += 1;
    yield text;
  }
  if (format.end !== '') yield format.end;
  return count;
}
