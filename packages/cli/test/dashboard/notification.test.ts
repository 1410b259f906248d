// Tests the desktop notification about a pending approval with a program that takes the place of `notify-send`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Home } from './home.js';

const policy = (notify: boolean) =>
  `version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\n[approval]\nwait = "10m"\nnotify = ${notify}\n`;

const saved = { ...process.env };
let home: Home;
let shown: string;
beforeEach(() => {
  home = new Home('');
  const bin = join(home.folder, 'bin');
  mkdirSync(bin);
  shown = join(home.folder, 'shown');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${shown}.part\nmv ${shown}.part ${shown}\n`;
  writeFileSync(join(bin, 'notify-send'), script, { mode: 0o700 });
  Object.assign(process.env, { PATH: `${bin}${delimiter}${saved['PATH']}`, DISPLAY: ':0' });
  // The program shows no notifications in these environments.
  for (const name of ['CI', 'SSH_CONNECTION']) delete process.env[name];
});
afterEach(async () => {
  Object.assign(process.env, saved);
  if (saved['DISPLAY'] === undefined) delete process.env['DISPLAY'];
  await home.remove();
});

describe.runIf(process.platform === 'linux')('with a desktop', () => {
  /** Makes a call that requires approval, and denies it when `approvals list` contains it. */
  const deniedCall = async (whenPending: () => Promise<unknown>) => {
    const running = home.proxy(['--server', 'notes']);
    const call = running.start('echo', { text: 'hello' });
    const list = async () => (await home.run('approvals', 'list')).items;
    await expect.poll(list).toHaveLength(1);
    await whenPending();
    const [{ id }] = await list();
    await home.run('approvals', 'deny', id);
    expect(await running.answer(call)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  };

  test('a pending approval is shown as a notification', async () => {
    writeFileSync(home.policyFile, policy(true));
    await deniedCall(() => expect.poll(() => existsSync(shown)).toBe(true));
    expect(readFileSync(shown, 'utf8')).toContain('echo');
  });

  test('`notify = false` turns notifications off', async () => {
    writeFileSync(home.policyFile, policy(false));
    await deniedCall(async () => {});
    expect(existsSync(shown)).toBe(false);
  });
});
