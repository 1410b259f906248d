// Exports the lines of the log unchanged, so that their hash chain remains valid.

import type { ExportFormat } from './format.js';

export const jsonl: ExportFormat = { begin: '', item: (_record, line) => `${line}\n`, end: '' };
