import { expect, test } from 'vitest';
import { createJsonLog } from './json-log.js';

test('each event is one JSON line with its fields', () => {
  const lines: string[] = [];
  const log = createJsonLog('notes', { write: (text) => lines.push(text) });
  log.diagnostics.write({
    level: 'warn',
    event: 'message_dropped',
    message: 'Dropped a\nmessage',
    fields: { from: 'server' },
  });
  log.error('Cannot start');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, name: 'clawdefender', server: 'notes', event: 'message_dropped', from: 'server' },
    { level: 50, event: 'error', msg: 'Cannot start' },
  ]);
});
