// JSON lines: exactly what stands in the log, so that the chain can still be followed.

import type { ExportFormat } from './format.js';

export const jsonl: ExportFormat = { begin: '', item: (_record, line) => `${line}\n`, end: '' };
