// Measures the first page of every filter of the dashboard over a million audit records after they are indexed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const maxMilliseconds = 300;
const many = 1_000_000;
const start = Date.UTC(2026, 0, 1);
/** Other processes may use the machine, so the best of these attempts is used. */
const attempts = 3;
const finding = { kind: 'secrets', detector: 'aws-key', severity: 'high', where: 'result' };

const filtersOf = (records) => ({
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
  'two letters that are nowhere': { grep: 'qx' },
});

export const proof = {
  name: 'dashboard-million',
  summary: `the first page of every filter of the dashboard over a million records takes at most ${maxMilliseconds} ms`,
  async run({ say, quick }) {
    const { openAuditLog, queryAuditPage } = await import('../../../packages/audit/dist/index.js');
    const records = quick ? 20_000 : many;
    const folder = mkdtempSync(join(tmpdir(), 'claw-dashboard-million-'));
    const page = (filter) =>
      queryAuditPage(
        folder,
        { exceptKinds: ['checkpoint'], ...filter },
        // The page sends this request to `GET /api/events`.
        { limit: 60, exceptPlainReplies: true, milliseconds: 200 },
      );
    try {
      write(openAuditLog({ folder, server: 'bench', keep: 1000 }), records);
      const indexing = await timed(() => page({}));
      say(`${records} records, indexed in ${(indexing.milliseconds / 1000).toFixed(1)} s`);
      const times = {};
      for (const [name, filter] of Object.entries(filtersOf(records))) {
        const rounds = [];
        for (let round = 0; round < attempts; round++) rounds.push(await timed(() => page(filter)));
        times[name] = Math.min(...rounds.map(({ milliseconds }) => milliseconds));
        say(`${name.padEnd(28)} ${times[name]} ms, ${rounds[0].result.lines.length} records`);
      }
      const slow = Object.entries(times).filter(([, milliseconds]) => milliseconds > maxMilliseconds);
      if (slow.length > 0) throw new Error(`too slow: ${slow.map((entry) => entry.join(' ')).join(', ')} ms`);
      return {
        records,
        'indexing ms': indexing.milliseconds,
        'slowest ms': Math.max(...Object.values(times)),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function write(log, records) {
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
}

async function timed(work) {
  const before = performance.now();
  const result = await work();
  return { result, milliseconds: Math.round(performance.now() - before) };
}
