// Tests that input that is rejected before any stage is logged as well, because it may be an attack.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryAudit, verifyAudit } from '@claw/audit';
import { expect, onTestFinished, test } from 'vitest';
import { Running } from '../running-proxy.js';

const token = ['ghp', 'q8Zr2LmT0xW5tYb7NpQ3zKc9VdFh1JsRaGeU'].join('_');

const lines = [
  {
    line: '{"jsonrpc":"2.0","id":7,"id":8,"method":"tools/call","params":{}}',
    reason: '`id` appears twice',
  },
  { line: 'hello', reason: 'unexpected `h`' },
  { line: '[]', reason: 'the batch is empty' },
  { line: `{"jsonrpc":"2.0","id":9,"${token}":1,"${token}":2,"method":"ping"}`, reason: 'appears twice' },
];

test('each rejected line is logged without its secrets', async () => {
  const home = mkdtempSync(join(tmpdir(), 'claw-refused-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const running = new Running([], { home });
  for (const { line } of lines) running.send(line);
  await running.end();
  const folder = join(home, 'audit');
  const records: { decision: string; direction: string; reason: string }[] = [];
  for await (const text of queryAudit(folder, { rule: 'wire' })) records.push(JSON.parse(text));
  expect(records.map(({ reason }) => reason)).toEqual(
    lines.map(({ reason }) => expect.stringContaining(reason)),
  );
  for (const { decision, direction } of records)
    expect([decision, direction]).toEqual(['deny', 'client-to-server']);
  expect(JSON.stringify(records)).not.toContain(token);
  expect((await verifyAudit(folder)).ok).toBe(true);
});
