import { expect, test } from 'vitest';
import { notifierFor } from './desktop-notification.js';

const hostile = '"; rm -rf ~ # $(id) `id` <b onclick="x">\u202e\n-e';
const notice = { title: 'Approval required', body: hostile };
const desktop = { DISPLAY: ':0' };

test('the text is not passed to a shell or as an option', () => {
  const launch = notifierFor(notice, 'linux', desktop);
  expect(launch?.command).toBe('notify-send');
  expect(launch?.args.slice(-3, -1)).toEqual(['--', 'Approval required']);
  expect(launch?.args.at(-1)).toContain('&lt;b onclick="x"&gt;');
  expect(launch?.args.at(-1)).not.toMatch(/[<>\u202e\n]/);
});

test('the scripts for other systems do not contain the text', () => {
  const other = { ...notice, body: 'another' };
  const scriptOf = (given: typeof notice, platform: NodeJS.Platform) =>
    notifierFor(given, platform, {})?.args.filter((word) => word.includes('\n') || word.includes(';'));
  expect(scriptOf(notice, 'darwin')?.[0]).toBe(scriptOf(other, 'darwin')?.[0]);
  expect(scriptOf(notice, 'win32')).toEqual(scriptOf(other, 'win32'));
  expect(notifierFor(notice, 'win32', {})?.env?.['CLAW_NOTICE_BODY']).toContain('rm -rf');
});

const unseen = [
  { name: 'no desktop', env: {} },
  { name: 'a remote terminal', env: { ...desktop, SSH_CONNECTION: 'x' } },
  { name: 'a build server', env: { ...desktop, CI: '1' } },
];
for (const { name, env } of unseen)
  test(`no notification: ${name}`, () => expect(notifierFor(notice, 'linux', env)).toBeUndefined());
