// Tests a limited address space. A shell may limit the address space of a process (`ulimit -v`), and WebAssembly
// reserves gigabytes of it. Without WebAssembly the results must be the same, only slower.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { programFile } from '../compatibility/command.js';

const server = `
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: { content: [] } })));
`;

const read = (id: number, path: string) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read_file', arguments: { path } } })}\n`;

// Other systems have no such limit.
describe.skipIf(process.platform !== 'linux')('with a limited address space', () => {
  // The first limit is too small for any WebAssembly memory, the second is large enough for one of them.
  for (const gigabytes of [4, 14]) {
    test(`${gigabytes} GB`, async () => {
      const home = mkdtempSync(join(tmpdir(), 'claw-few-addresses-'));
      const command = `ulimit -v ${gigabytes * 1_000_000}; exec "$0" "$@"`;
      const args = [
        '-c',
        command,
        process.execPath,
        programFile(),
        'proxy',
        '--',
        process.execPath,
        '-e',
        server,
      ];
      const child = spawn('sh', args, { stdio: 'pipe', env: { ...process.env, CLAWDEFENDER_HOME: home } });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        child.kill('SIGKILL');
        await ended;
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      });
      const answers: unknown[] = [];
      child.stdin.write(read(1, '/tmp/notes.txt') + read(2, '/root/.ssh/id_rsa'));
      for await (const line of createInterface({ input: child.stdout }))
        if (answers.push(JSON.parse(line)) === 2) child.stdin.end();
      expect(await ended).toEqual([0, null]);
      expect(answers).toHaveLength(2);
      expect(answers).toContainEqual(expect.objectContaining({ id: 1, result: { content: [] } }));
      const refused = { data: expect.objectContaining({ rule: 'no_private_keys' }) };
      expect(answers).toContainEqual(
        expect.objectContaining({ id: 2, error: expect.objectContaining(refused) }),
      );
    });
  }
});
