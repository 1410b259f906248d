// The first page of every filter of the dashboard over a million audit records, once they are indexed.
// Build the audit package first: `pnpm --filter @claw/audit build`.
//
//   node scripts/prove/dashboard-million.mjs [--records N]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditBreakdown, openAuditLog, queryAuditPage } from '../../packages/audit/dist/index.js';

const limitMilliseconds = 300;
const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const records = Number(values.records);
const folder = mkdtempSync(join(tmpdir(), 'dashboard-million-'));
const start = Date.UTC(2026, 0, 1);
const finding = { kind: 'secrets', detector: 'aws-key', severity: 'high', where: 'result' };

const log = openAuditLog({ folder, server: 'bench', keep: 1000 });
for (let id = 0; id < records; id++)
  log.record({
    kind: id % 2 === 0 ? 'decision' : 'reply',
    time: start + id * 1000,
    direction: 'client-to-server',
    id: String(id),
    method: 'tools/call',
    tool: `tool_${(id * 7919) % 40}`,
    decision: id % 50 === 0 ? 'deny' : 'allow',
    rule: id === 1000 ? 'rare' : `rule_${id % 9}`,
    reason: 'it was measured',
    findings: id % 5000 === 1 ? [finding] : [],
    trail: [],
    decideUs: 20,
    arguments: `{"path":"/home/user/projects/${id % 300_000 === 2017 ? 'needle-' : ''}${id}.md"}`,
    observed: false,
  });
log.close();

const timed = async (work) => {
  const before = performance.now();
  const result = await work();
  return { result, milliseconds: Math.round(performance.now() - before) };
};
const page = (filter) =>
  queryAuditPage(folder, { exceptKinds: ['checkpoint'], ...filter }, { limit: 60, exceptPlainReplies: true });

const indexing = await timed(() => page({}));
process.stdout.write(`${records} records, indexed in ${(indexing.milliseconds / 1000).toFixed(1)} s\n`);
const filters = {
  'no filter': {},
  'one tool': { tool: 'tool_7' },
  denied: { decision: 'deny' },
  'a rule that is rare and old': { rule: 'rare' },
  'a rule that is not there': { rule: 'none' },
  'a finding': { finding: 'aws-key' },
  'a span of time': { since: start + records * 400, until: start + records * 500 },
  'text in recent records': { grep: `projects/${records - 500}` },
  'text in the oldest record': { grep: 'projects/10.md' },
  'a rare word': { grep: 'needle' },
  'a word that is nowhere': { grep: 'haystack' },
  'a number that is nowhere': { grep: '98765432' },
  'a rare word in one tool': { grep: 'needle', tool: 'tool_7' },
};
let slow = 0;
for (const [name, filter] of Object.entries(filters)) {
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push(await timed(() => page(filter)));
  const milliseconds = Math.min(...rounds.map((round) => round.milliseconds));
  const isSlow = milliseconds > limitMilliseconds;
  if (isSlow) slow++;
  process.stdout.write(
    `${isSlow ? 'SLOW' : 'ok  '} ${name.padEnd(30)} ${milliseconds} ms, ${rounds[0].result.lines.length} records\n`,
  );
}
const span = { since: start, until: start + records * 1000 };
const breakdown = await timed(() => auditBreakdown(folder, span, 48));
process.stdout.write(`     breakdown of everything        ${breakdown.milliseconds} ms\n`);
rmSync(folder, { recursive: true });
process.exitCode = slow > 0 ? 1 : 0;
