// Tests prompts in a real terminal: yes, no, end of input, and an interruption, which means no.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Home, program } from './home.js';

/** True if `script` of util-linux is available, which provides a terminal; other systems have different options. */
const canType =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;

/** Runs the program in a terminal and types one answer for each prompt. */
function type(home: Home, words: readonly string[], answers: readonly string[]) {
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: home.path,
    env: { PATH: process.env['PATH'] ?? '', HOME: home.path, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let [said, asked] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    while (said.split('[y/N]').length - 1 > asked) child.stdin.write(answers[asked++] ?? '');
  });
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
}

const cursor = '.cursor/mcp.json';
const bare = '{"mcpServers":{"notes":{"command":"notes-mcp"}}}';
const legacy = '.config/clawai/policy.toml';
const policy = '.config/clawdefender/policy.toml';

const cases = [
  { name: 'yes', answer: 'y\r', code: 0, wrapped: true },
  { name: 'no', answer: 'n\r', code: 0, wrapped: false },
  { name: 'an unexpected answer', answer: 'yesterday\r', code: 0, wrapped: false },
  { name: 'the end of the input', answer: '\u0004', code: 0, wrapped: false },
  { name: 'an interruption', answer: '\u0003', code: 130, wrapped: false },
];
for (const { name, answer, code, wrapped } of cases)
  test.skipIf(!canType)(`\`init\` offers to wrap: ${name}`, async () => {
    const home = new Home();
    home.write(cursor, bare);
    const outcome = await type(home, ['init'], [answer]);
    expect(outcome.said).toContain('protects 1 of 1 servers');
    const preview = outcome.said.slice(0, outcome.said.indexOf('[y/N]'));
    expect(preview).toMatch(/- +"command": "notes-mcp"/);
    expect(preview).toContain('the file stays on one line');
    expect(preview).toContain('Nothing was changed.');
    expect(outcome.code).toBe(code);
    expect(home.read(cursor) !== bare).toBe(wrapped);
    expect(existsSync(home.at(policy))).toBe(true);
  });

test.skipIf(!canType)('nothing is written if the first prompt is interrupted', async () => {
  const home = new Home();
  home.write(legacy, 'version = 1\n');
  const { code } = await type(home, ['init'], ['\u0003']);
  expect(code).toBe(130);
  expect(existsSync(home.at(policy))).toBe(false);
});

test.skipIf(!canType)('`init` does not prompt if `wrap --all` would change nothing', async () => {
  const home = new Home();
  home.write('shop/.mcp.json', bare);
  home.write('.claude.json', JSON.stringify({ projects: { [home.at('shop')]: {} } }));
  home.write('.config/zed/settings.json', '{"context_servers":{"docs":{"source":"extension"}}}');
  const { code, said } = await type(home, ['init'], []);
  expect(code).toBe(0);
  expect(said).toContain('next:       clawdefender scan     (shows why 2 are unprotected)');
  expect(said).not.toContain('[y/N]');
});
