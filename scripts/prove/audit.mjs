// The audit log after crashes: its writer is killed fifty times without a key, with one, and while it writes
// in groups, at random moments. Every log must verify, and hold every record that was acknowledged.
import { runPnpm } from '../bootstrap.mjs';

const kills = 50;

export const proof = {
  name: 'audit',
  summary: `${kills} kills of a writer, three times: nothing acknowledged is lost`,
  async run() {
    const env = { ...process.env, AUDIT_KILLS: String(kills) };
    const test = 'packages/audit/test/kill.test.ts';
    const { code, output } = await runPnpm(['exec', 'vitest', 'run', test], { quiet: true, env });
    if (code !== 0) throw new Error(`a log did not hold\n${output}`);
    return { kills: kills * 3 };
  },
};
