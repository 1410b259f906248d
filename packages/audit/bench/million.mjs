// Measures queries over a million records: the first query, which builds the index, and the following ones. Run `pnpm
// --filter @claw/audit run build` first.
//
//   node packages/audit/bench/million.mjs [--records N]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditStats, openAuditLog, queryAudit, verifyAudit } from '../dist/index.js';

const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const records = Number(values.records);
const folder = mkdtempSync(join(tmpdir(), 'audit-million-'));
const start = Date.UTC(2026, 0, 1);
const tools = Array.from({ length: 40 }, (_, index) => `tool_${index}`);

const log = openAuditLog({ folder, server: 'bench', keep: 1000 });
for (let id = 0; id < records; id++) {
  const tool = tools[(id * 7919) % 40];
  log.record({
    kind: id % 2 === 0 ? 'decision' : 'reply',
    time: start + id * 1000,
    direction: 'client-to-server',
    id: String(id),
    method: 'tools/call',
    tool,
    client: 'bench',
    identity: undefined,
    decision: id % 50 === 0 ? 'deny' : 'allow',
    rule: `rule_${id % 9}`,
    reason: 'it was measured',
    findings: [],
    trail: [],
    decideUs: 20,
    arguments: `{"path":"/home/user/projects/${id}.md"}`,
    callSeq: undefined,
    latencyUs: undefined,
    observed: false,
  });
}
log.close();

async function timed(name, work) {
  const before = performance.now();
  const result = await work();
  const megabytes = Math.round(process.memoryUsage().rss / 1024 / 1024);
  process.stdout.write(
    `${name.padEnd(48)} ${Math.round(performance.now() - before)} ms, ${result}, ${megabytes} MB resident\n`,
  );
}

async function count(filter, options) {
  let found = 0;
  for await (const _ of queryAudit(folder, filter, options)) found++;
  return `${found} records`;
}

const since = start + records * 500;
const until = since + records * 100;
await timed('first query, which builds the index', () => count({ tool: 'tool_7', since, until }));
await timed('one tool, a tenth of the time span', () => count({ tool: 'tool_7', since, until }));
await timed('one tool, the whole time span, all records', () => count({ tool: 'tool_7' }));
await timed('the newest 100 records', () => count({}, { limit: 100 }));
await timed('the newest 1000 denials', () => count({ decision: 'deny' }, { limit: 1000 }));
await timed('statistics of all records', async () => `${(await auditStats(folder)).records} records`);
await timed('a word in any record', () => count({ grep: 'projects/77777.md' }));
await timed('verify', async () => `ok ${(await verifyAudit(folder)).ok}`);
rmSync(folder, { recursive: true });
