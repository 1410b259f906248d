// Tests relative paths of servers that have their own working folders.

import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../evaluate/compile-policy.js';
import { loadPolicy } from '../../parse/parse.js';

const environment = {
  platform: 'linux',
  home: '/home/ada',
  cwd: '/home/ada/project',
  folders: ['/home/ada', '/srv'],
};
const links = new Map([
  ['/home/ada/project/link/x', '/home/ada/project/link/x'],
  ['/home/ada/link/x', '/home/ada/.ssh/x'],
  ['/srv/link/x', '/srv/link/x'],
  ...['/home/ada/project', '/home/ada', '/srv'].map(
    (folder) => [`${folder}/notes/x`, `${folder}/notes/x`] as const,
  ),
]);

async function decide(rule: string, path: string, known = environment as Partial<typeof environment>) {
  const policy = await loadPolicy(`version = 1\n[[rule]]\nname = "rule"\n${rule}`);
  const { folders: _, ...without } = environment;
  const compiled = compilePolicy(policy, { environment: { ...without, ...known } });
  const event = { method: 'tools/call', params: { name: 'read_file', arguments: { path } }, server: 's' };
  return compiled.evaluate(event, { links }).rule;
}

describe('a relative path is resolved against each folder', () => {
  const deny = 'action = "deny"\npath = ["~/.ssh/**", "/srv/private/**"]';
  const allow = 'action = "allow"\npath = "~/**"';
  test.each([
    { name: 'a path that is denied in one folder is denied', rule: deny, path: 'private/x', ruled: 'rule' },
    { name: 'a file directly in the folder is denied', rule: deny, path: '.ssh/x', ruled: 'rule' },
    { name: 'a path with dot segments is denied', rule: deny, path: 'a/../private/x', ruled: 'rule' },
    { name: 'a path through a link is denied', rule: deny, path: 'link/x', ruled: 'rule' },
    {
      name: 'a path that is denied in no folder is not denied',
      rule: deny,
      path: 'notes/x',
      ruled: 'default',
    },
    {
      name: 'a path that is allowed in only some folders is not allowed',
      rule: allow,
      path: 'notes/x',
      ruled: 'default',
    },
  ])('$name', async ({ rule, path, ruled }) => expect(await decide(rule, path)).toBe(ruled));

  test('a path that is allowed in all folders is allowed', async () => {
    expect(await decide(allow, 'notes/x', { folders: ['/home/ada'] })).toBe('rule');
  });

  test('without such folders, a path is relative to the working directory of the server', async () => {
    expect(await decide(deny, 'private/x', { folders: [] })).toBe('default');
  });
});
