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
  {
    name: 'a file by another form of its path',
    tool: 'cat',
    args: { file: '/a/./x/../b' },
    is: ['read', '/a/b'],
  },
  { name: 'a file in the home folder', tool: 'read_file', args: { path: '~/n' }, is: ['read', '/home/u/n'] },
  {
    name: 'a file that is written',
    tool: 'write_file',
    args: { path: '/a/b', content: 'see /c/d' },
    is: ['write', '/a/b'],
  },
  { name: 'a file that is deleted', tool: 'delete_file', args: { path: '/a/b' }, is: ['delete', '/a/b'] },
  {
    name: 'a URL',
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
  { name: 'a tool with an unknown effect on a file', tool: 'chmod', args: { path: '/a/b', mode: '777' } },
  { name: 'an unknown tool', tool: 'frobnicate', args: { file: '/a/b' } },
  { name: 'an unknown tool that probably writes', tool: 'note', args: { path: '/a/b', content: 'c' } },
  { name: 'two files', tool: 'read_files', args: { paths: ['/a/b', '/a/c'] } },
  { name: 'a path with a wildcard', tool: 'read_file', args: { path: '/a/*' } },
  { name: 'a file and a URL', tool: 'read_file', args: { path: '/a/b', to: 'https://example.com/' } },
  { name: 'a tool with two effects', tool: 'move_file', args: { source: '/a/b', destination: '/a/b' } },
  { name: 'a URL inside a text', tool: 'connect', args: { note: 'go to https://example.com/' } },
  {
    name: 'two URLs with the same host',
    tool: 'connect',
    args: { url: 'https://example.com/a', next: 'https://example.com/b' },
  },
  { name: 'a command in another folder', tool: 'shell', args: { command: 'ls', cwd: '/etc' } },
  { name: 'a command with another user', tool: 'shell', args: { command: 'ls', uid: 0 } },
  { name: 'a command with additional privileges', tool: 'shell', args: { command: 'ls', sudo: true } },
  { name: 'a command with input', tool: 'shell', args: { command: 'sh', stdin: 'rm -rf /' } },
  { name: 'a command that is known only at run time', tool: 'shell', args: { command: '$X -rf /' } },
  { name: 'code that is not shell text', tool: 'run_python', args: { code: 'print(1)' } },
  { name: 'a call without arguments', tool: 'ping', args: {} },
];
for (const { name, tool, args } of none)
  test(`no single access: ${name}`, () => expect(accessOf(tool, args)).toBeUndefined());

test('the access contains every interpretation of a path', () =>
  expect(accessOf('read_file', { path: '/a/%2e%2e/b' })?.resource).toEqual(['/a/%2e%2e/b', '/b']));

test('the access contains link targets; an unresolved path has no access', () => {
  const args = { path: '/a/b' };
  expect(accessOf('read_file', args, new Map([['/a/b', '/c/d']]))?.resource).toEqual(['/a/b', '/c/d']);
  expect(accessOf('read_file', args, new Map([['/a/b', '/a/b']]))?.resource).toEqual(['/a/b']);
  expect(accessOf('read_file', args, new Map())).toBeUndefined();
});

test('reading a resource has an access', () =>
  expect(policy.prepare({ method: 'resources/read', params: { uri: 'file:///a/b' } }).access()).toMatchObject(
    { effect: 'read', resource: ['/a/b'] },
  ));
