// Tests `scan --history`: real calls through the built program are evaluated again with a stricter policy.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connectThrough, useTool } from './connected.js';
import { Home } from './home.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/sdk1.mjs', import.meta.url));
const policyFile = '.config/clawdefender/policy.toml';
const policy = (rule: string) => `version = 1\ndefault = "allow"\n${rule}`;
const rule = (action: string, text: string) =>
  `[[rule]]\nname = "no_${text}"\naction = "${action}"\nmessage = "we do not say ${text}"\nmethod = "tools/call"\nargs = { text = "*${text}*" }\n`;

test('an allowed call that the current policy would deny is shown with its rule', async () => {
  const home = new Home();
  home.write(policyFile, policy(rule('deny', 'never')), 0o600);
  expect((await home.run('scan', '--history')).stdout).toContain('no logged calls');
  const client = await connectThrough(home, ['--server', 'notes', '--', process.execPath, server]);
  for (const text of ['secret plan', 'secret plan', 'maybe', 'hello', 'never'])
    await useTool(client, 'echo', { text });
  await client.close();

  const before = await home.json('scan', '--history');
  expect(before.code).toBe(0);
  expect(before.value['history']).toMatchObject({ judged: 5, stopped: 1, items: [] });

  home.write(
    policyFile,
    policy(rule('deny', 'secret') + rule('prompt', 'maybe') + rule('deny', 'never')),
    0o600,
  );
  const { code, value } = await home.json('scan', '--history', '--since', '1h');
  expect(code).toBe(1);
  const past = { server: 'notes', method: 'tools/call', tool: 'echo', before: 'allow', doubt: null };
  expect(value['history']).toMatchObject({
    judged: 5,
    stopped: 1,
    items: [
      { ...past, now: 'deny', rule: 'no_secret', count: 2 },
      { ...past, now: 'prompt', rule: 'no_maybe', count: 1 },
    ],
  });
  const sarif = JSON.parse((await home.run('scan', '--history', '--sarif')).stdout);
  expect(sarif.runs[0].tool.driver.rules).toMatchObject([{ id: 'passed-before' }]);
  expect(sarif.runs[0].results).toMatchObject([
    {
      ruleId: 'passed-before',
      level: 'error',
      message: {
        text: expect.stringMatching(/^notes: echo was allowed 2 times, and `no_secret` would now deny it/),
      },
      properties: { count: 2 },
    },
    { level: 'warning', message: { text: expect.stringContaining('was allowed once') } },
  ]);
  const { stdout } = await home.run('scan', '--history');
  expect(stdout).toContain('3 of 5 calls, 1 were denied and still would be');
  expect(stdout).toMatch(/2 {2}deny {5}notes echo {2}no_secret\n.*args.text `secret plan` matches/);
});

const wrong = [
  { words: ['--history', '--since', 'soon'], says: 'Invalid value for `--since`: `soon`' },
  { words: ['--since', '7d'], says: '`--since` needs `--history`. Add `--history` or remove `--since`.' },
];
for (const { words, says } of wrong)
  test(`scan ${words.join(' ')}`, async () => {
    const { code, stderr } = await new Home().run('scan', ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

test('an invalid policy is reported, and no call is evaluated', async () => {
  const home = new Home();
  home.write(policyFile, 'version = ', 0o600);
  expect((await home.run('scan', '--history')).code).toBe(2);
});
