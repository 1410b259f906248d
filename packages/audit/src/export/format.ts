// The interface of an export format: the text before, of, and after the records.

import type { AuditRecord } from '../format/record.js';

export interface ExportFormat {
  /** The text before the first record. */
  readonly begin: string;
  /**
   * Returns the text of one record, or an empty string to omit it. `first` is true until something has been written.
   */
  item(record: AuditRecord, line: string, first: boolean): string;
  readonly end: string;
}
