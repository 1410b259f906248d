import { expect, test } from 'vitest';
import { compilePolicy, loadPolicy } from '../index.js';
import { loadShell } from '../shell.js';

const shell = await loadShell();
const policy = compilePolicy(await loadPolicy('default = "prompt"'), {
  environment: { cwd: '/srv/work', home: '/home/u', platform: 'linux' },
  shell,
});
const accessOf = (name: string, args: unknown, links?: ReadonlyMap<string, string>) =>
  policy.prepare({ method: 'tools/call', params: { name, arguments: args } }).access(links ? { links } : {});

const one = [
  { name: 'a file that is read', tool: 'read_file', args: { path: '/a/b' }, is: ['read', '/a/b'] },
  { name: 'another spelling of it', tool: 'cat', args: { file: '/a/./x/../b' }, is: ['read', '/a/b'] },
  { name: 'a file in the home folder', tool: 'read_file', args: { path: '~/n' }, is: ['read', '/home/u/n'] },
  {
    name: 'a file that is written',
    tool: 'write_file',
    args: { path: '/a/b', content: 'see /c/d' },
    is: ['write', '/a/b'],
  },
  { name: 'a file that is deleted', tool: 'delete_file', args: { path: '/a/b' }, is: ['delete', '/a/b'] },
  {
    name: 'an address',
    tool: 'connect',
    args: { url: 'https://Example.com/a' },
    is: ['connect', 'https://example.com/a'],
  },
  {
    name: 'a command',
    tool: 'shell',
    args: { command: 'ls -la', timeout: 5, background: false, cwd: null },
    is: ['exec', 'ls -la'],
  },
];
for (const { name, tool, args, is } of one)
  test(name, () => {
    const [effect, resource] = is;
    expect(accessOf(tool, args)).toEqual({ effect, resource: [resource] });
  });

const none = [
  { name: 'a tool that may do anything to a file', tool: 'chmod', args: { path: '/a/b', mode: '777' } },
  { name: 'a tool of which nothing is known', tool: 'frobnicate', args: { file: '/a/b' } },
  { name: 'a tool that seems to write', tool: 'note', args: { path: '/a/b', content: 'c' } },
  { name: 'two files', tool: 'read_files', args: { paths: ['/a/b', '/a/c'] } },
  { name: 'wildcards', tool: 'read_file', args: { path: '/a/*' } },
  { name: 'a file and an address', tool: 'read_file', args: { path: '/a/b', to: 'https://example.com/' } },
  { name: 'two effects', tool: 'move_file', args: { source: '/a/b', destination: '/a/b' } },
  { name: 'an address inside a text', tool: 'connect', args: { note: 'go to https://example.com/' } },
  {
    name: 'two pages of one host',
    tool: 'connect',
    args: { url: 'https://example.com/a', next: 'https://example.com/b' },
  },
  { name: 'a command in another folder', tool: 'shell', args: { command: 'ls', cwd: '/etc' } },
  { name: 'a command as somebody else', tool: 'shell', args: { command: 'ls', uid: 0 } },
  { name: 'a command with more rights', tool: 'shell', args: { command: 'ls', sudo: true } },
  { name: 'a command with input', tool: 'shell', args: { command: 'sh', stdin: 'rm -rf /' } },
  { name: 'a command that is not known in full', tool: 'shell', args: { command: '$X -rf /' } },
  { name: 'code of another language', tool: 'run_python', args: { code: 'print(1)' } },
  { name: 'nothing at all', tool: 'ping', args: {} },
];
for (const { name, tool, args } of none)
  test(`not certain: ${name}`, () => expect(accessOf(tool, args)).toBeUndefined());

test('the access contains every reading of a path', () =>
  expect(accessOf('read_file', { path: '/a/%2e%2e/b' })?.resource).toEqual(['/a/%2e%2e/b', '/b']));

test('the access contains link targets; an unresolved path has no access', () => {
  const args = { path: '/a/b' };
  expect(accessOf('read_file', args, new Map([['/a/b', '/c/d']]))?.resource).toEqual(['/a/b', '/c/d']);
  expect(accessOf('read_file', args, new Map([['/a/b', '/a/b']]))?.resource).toEqual(['/a/b']);
  expect(accessOf('read_file', args, new Map())).toBeUndefined();
});

test('reading a resource', () =>
  expect(policy.prepare({ method: 'resources/read', params: { uri: 'file:///a/b' } }).access()).toMatchObject(
    { effect: 'read', resource: ['/a/b'] },
  ));
