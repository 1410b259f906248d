// Acts as the user at another terminal, who would run `clawdefender approvals`.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from './serve.mjs';

const run = promisify(execFile);

export function createPerson(home) {
  const approvals = (...words) =>
    run(process.execPath, [program, 'approvals', ...words], {
      env: { ...process.env, CLAWDEFENDER_HOME: home },
    });
  return {
    /** Waits for an approval request and approves it for this session. */
    async approveNext() {
      for (;;) {
        const { stdout } = await approvals('list', '--json');
        const open = JSON.parse(stdout).items.find(({ state }) => state === 'pending');
        if (open) return approvals('approve', open.id, '--scope', 'session');
      }
    },
  };
}
