// Tests that a starting proxy prints a warning about a policy that other users can change.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Running } from '../running-proxy.js';

for (const [mode, told] of [
  [0o666, true],
  [0o600, false],
] as const) {
  test.skipIf(process.platform === 'win32')(`with mode ${mode.toString(8)}`, async () => {
    const home = mkdtempSync(join(tmpdir(), 'claw-open-'));
    const file = join(home, 'policy.toml');
    writeFileSync(file, 'version = 1\ndefault = "allow"\n');
    chmodSync(file, mode);
    const running = new Running([], { options: ['--server', 'notes'], home });
    onTestFinished(() => {
      running.child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    });
    await running.answer(running.start('process'));
    const line = `notes: Other users can change \`${file}\` and thereby the policy. Run \`chmod go-w ${file}\`.\n`;
    expect(running.stderr.includes(line)).toBe(told);
  });
}
