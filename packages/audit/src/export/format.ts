// The interface of an export format: text before, for, and after the records.

import type { AuditRecord } from '../format/record.js';

export interface ExportFormat {
  /** The text before the first record. */
  readonly begin: string;
  /** The text of one record; an empty string omits it. `first` is true until something has been written. */
  item(record: AuditRecord, line: string, first: boolean): string;
  readonly end: string;
}
