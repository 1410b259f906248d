// Checks the audit log after crashes. The process that writes it is killed fifty times at random moments: without a
// key, with a key, and while it writes entries in groups. Every log must be valid and contain every record that was
// acknowledged.
import { runPnpm } from '../../bootstrap.mjs';

const kills = 50;

export const proof = {
  name: 'audit',
  summary: `the writer is killed ${kills} times in each of three modes, and no acknowledged entry is lost`,
  async run() {
    const env = { ...process.env, AUDIT_KILLS: String(kills) };
    const test = 'packages/audit/test/kill.test.ts';
    const { code, output } = await runPnpm(['exec', 'vitest', 'run', test], { quiet: true, env });
    if (code !== 0) throw new Error(`a log did not hold\n${output}`);
    return { kills: kills * 3 };
  },
};
