// A way to write records for another program: something before, something for each, something after.

import type { AuditRecord } from '../format/record.js';

export interface ExportFormat {
  /** Before the first record. */
  readonly begin: string;
  /** Of one record; the empty string leaves it out. `first` is true until something was written. */
  item(record: AuditRecord, line: string, first: boolean): string;
  readonly end: string;
}
