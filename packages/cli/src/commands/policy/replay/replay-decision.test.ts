// Tests the inspector with real files on a machine with clients and links, and with a policy that allows everything.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPolicy } from '@claw/policy';
import { afterAll, expect, test } from 'vitest';
import { createLinkResolver } from '../../../files/resolve-links.js';
import { commands } from '../../index.js';
import { createReplayDecision } from './replay-decision.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-judge-')));
afterAll(() => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
const cwd = join(folder, 'project');
mkdirSync(join(home, '.cursor'), { recursive: true });
writeFileSync(join(home, '.cursor', 'mcp.json'), '{}');
mkdirSync(cwd);
symlinkSync(join(home, '.cursor'), join(cwd, 'innocent'));

const judge = createReplayDecision(
  await loadPolicy('version = 1\ndefault = "allow"\n'),
  createLinkResolver(),
);

const cases = [
  { name: 'a write through a link', tool: 'write_file', path: 'innocent/mcp.json', rule: 'self_protection' },
  {
    name: 'a write to a file next to the link',
    tool: 'write_file',
    path: 'innocent/rules.md',
    rule: 'default',
  },
  { name: 'a read through a link', tool: 'read_file', path: 'innocent/mcp.json', rule: 'default' },
  {
    name: 'the home folder in the log entry',
    tool: 'write_file',
    path: '~/.claude.json',
    rule: 'self_protection',
  },
  { name: 'the project in the log entry', tool: 'write_file', path: '.mcp.json', rule: 'self_protection' },
];
for (const { name, tool, path, rule } of cases)
  test(name, async () => {
    const params = { name: tool, arguments: { path } };
    expect(await judge({ method: 'tools/call', params }, { home, cwd })).toMatchObject({ rule });
  });

const bash = (command: string) => ({
  method: 'tools/call',
  params: { name: 'bash', arguments: { command } },
});

test('recognizes the running program by its file', async () => {
  const command = `node ${process.argv[1]} kill off`;
  expect(await judge(bash(command))).toMatchObject({ rule: 'self_protection' });
});

for (const { name } of commands)
  test(`recognizes \`${name}\` as a command of the firewall`, async () => {
    const command = `node /some/where/packages/cli/dist/main.cjs ${name}`;
    expect(await judge(bash(command))).toMatchObject({ rule: 'self_protection' });
  });
