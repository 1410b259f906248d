// The wanted records in the format of another program, a piece of text at a time.

import { csv } from './export/csv.js';
import type { ExportFormat } from './export/format.js';
import { jsonl } from './export/jsonl.js';
import { ocsf } from './export/ocsf.js';
import { sarif } from './export/sarif.js';
import type { AuditFilter } from './filter.js';
import { readRecord } from './index-file.js';
import { type QueryOptions, queryAudit } from './query.js';

const formats = { jsonl, csv, sarif, ocsf } satisfies Record<string, ExportFormat>;

export type ExportName = keyof typeof formats;

/** The names that `exportAudit` takes. */
export const exportNames = Object.keys(formats) as readonly ExportName[];

/** Text of a whole document, in pieces. */
export async function* exportAudit(
  folder: string,
  name: ExportName,
  filter: AuditFilter = {},
  options: QueryOptions = {},
): AsyncGenerator<string> {
  const format: ExportFormat = formats[name];
  if (format.begin !== '') yield format.begin;
  let first = true;
  for await (const line of queryAudit(folder, filter, options)) {
    const record = readRecord(line);
    const text = record === undefined ? '' : format.item(record, line, first);
    if (text === '') continue;
    first = false;
    yield text;
  }
  if (format.end !== '') yield format.end;
}
