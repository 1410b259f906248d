// Queries a million entries with the built program. The first query builds the index, later queries take less than a
// second, and no query needs more memory for a million entries than for a fifth of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../commands.mjs';

// A log file contains about 150,000 entries. The memory may depend on one file, but not on the whole log.
const [few, many] = [200_000, 1_000_000];
const tools = 40;
const start = Date.UTC(2026, 0, 1);
/** The time between two records in milliseconds. */
const step = 1000;

/**
 * The maximum growth of the memory in kB. It allows for garbage collection, which is not deterministic, but is far less
 * than a million entries would need.
 */
const maxGrowth = 48 * 1024;
const maxMilliseconds = 1000;
/** Other processes may use the machine, so the best of these attempts is used. */
const attempts = 7;

export const proof = {
  name: 'audit-million',
  summary: 'a million entries: queries by tool and time take less than a second, in constant memory',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'claw-million-'));
    try {
      const hook = join(folder, 'peak.cjs');
      writeFileSync(hook, tellPeak);
      const small = await measure(join(folder, 'few'), few, hook);
      const large = await measure(join(folder, 'many'), many, hook);
      for (const name of Object.keys(large)) {
        const growth = large[name].peak - small[name].peak;
        if (growth > maxGrowth)
          throw new Error(`${name}: ${many} records need ${growth} kB more memory than ${few}`);
      }
      const { milliseconds } = large.question;
      if (milliseconds > maxMilliseconds) throw new Error(`a question took ${milliseconds} ms`);
      return {
        records: many,
        'build ms': large.first.milliseconds,
        'question ms': milliseconds,
        'peak MB': Math.round(large.question.peak / 1024),
        'building peak MB': Math.round(large.first.peak / 1024),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** This script runs inside the program and prints the peak memory when the program exits. */
const tellPeak = `process.on('exit', () => {
  require('node:fs').writeSync(2, 'peak ' + process.resourceUsage().maxRSS + '\\n');
});
`;

async function measure(home, records, hook) {
  await write(join(home, 'audit'), records);
  // The query matches a thousandth of the entries: those of one tool in a twenty-fifth of the time.
  const since = start + (records * step) / 2;
  const until = since + (records * step) / 25;
  const words = ['audit', 'query', '--tool', 'tool_7', '--limit', '0', '--json'];
  words.push('--since', new Date(since).toISOString(), '--until', new Date(until).toISOString());
  const ask = () => askOnce(home, words, hook, records / 1000);
  const first = ask();
  const times = Array.from({ length: attempts }, ask);
  const best = (member) => Math.min(...times.map((time) => time[member]));
  const stats = askOnce(home, ['audit', 'stats', '--json'], hook);
  return { first, question: { milliseconds: best('milliseconds'), peak: best('peak') }, stats };
}

async function write(folder, records) {
  const { openAuditLog } = await import('../../../packages/audit/dist/index.js');
  const log = openAuditLog({ folder, server: 'bench', keep: 1000, grouped: true });
  for (let id = 0; id < records; id++) {
    log.record({
      kind: 'decision',
      time: start + id * step,
      direction: 'client-to-server',
      id: String(id),
      method: 'tools/call',
      tool: `tool_${id % tools}`,
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
    if (id % 500 === 0) log.group.commit();
  }
  log.close();
}

/** Runs a query. Returns the milliseconds from start to exit of the program, and its peak memory in kB. */
function askOnce(home, words, hook, expected) {
  const before = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', hook, program, ...words], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    maxBuffer: 1024 * 1024 * 1024,
  });
  const milliseconds = Math.round(performance.now() - before);
  const peak = Number(/peak (\d+)/.exec(String(stderr))?.[1]);
  if (status !== 0 || !(peak > 0)) throw new Error(`${words.join(' ')} failed: ${stderr}`);
  const found = expected === undefined ? undefined : JSON.parse(String(stdout)).items.length;
  if (found !== expected) throw new Error(`${found} records were found instead of ${expected}`);
  return { milliseconds, peak };
}
