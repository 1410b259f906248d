import { expect, test } from 'vitest';
import { decodePath } from './encoded-path.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');

const cases = [
  { name: 'base64', text: base64('/etc/shadow'), path: '/etc/shadow' },
  { name: 'base64 without padding', text: base64('/etc/shadow').replace(/=+$/, ''), path: '/etc/shadow' },
  { name: 'base64 of a path with a line end', text: base64('/etc/shadow\n'), path: '/etc/shadow' },
  { name: 'base64url', text: Buffer.from('/etc/ÿ?>x').toString('base64url'), path: '/etc/ÿ?>x' },
  { name: 'a home folder', text: base64('~/.ssh/id_rsa'), path: '~/.ssh/id_rsa' },
  { name: 'a variable', text: base64('$HOME/.ssh'), path: '$HOME/.ssh' },
  { name: 'a relative path', text: base64('../.env'), path: '../.env' },
  { name: 'a file URI', text: base64('file:///etc/shadow'), path: 'file:///etc/shadow' },
  { name: 'a path with a drive', text: base64('C:\\Windows\\win.ini'), path: 'C:\\Windows\\win.ini' },
  { name: 'hexadecimal digits', text: hex('/etc/shadow'), path: '/etc/shadow' },
  {
    name: 'hexadecimal digits in SQL notation',
    text: `0x${hex('/etc/shadow').toUpperCase()}`,
    path: '/etc/shadow',
  },
  { name: 'percent escapes', text: '%2Fetc%2Fshadow', path: '/etc/shadow' },
  { name: 'double percent escapes', text: '%252Fetc%252Fshadow', path: '/etc/shadow' },
  { name: 'plain words', text: 'Lorem ipsum dolor', path: undefined },
  { name: 'a name', text: 'LICENSE', path: undefined },
  { name: 'a path', text: 'L10n/de.json', path: undefined },
  { name: 'a commit hash', text: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12', path: undefined },
  { name: 'a number', text: '2024', path: undefined },
  { name: 'other text in base64', text: base64('Zebra crossing'), path: undefined },
  { name: 'bytes in base64', text: Buffer.from([0x2f, 0, 1, 2, 3, 4]).toString('base64'), path: undefined },
  { name: 'a format string', text: '%d of %d', path: undefined },
  {
    name: 'base64 of invalid length',
    text: `${base64('/etc/shadow').replace(/=+$/, '')}AA`,
    path: undefined,
  },
  { name: 'a very long path', text: base64(`/${'a'.repeat(2000)}`), path: undefined },
];
for (const { name, text, path } of cases)
  test(`decodePath: ${name}`, () => expect(decodePath(text)).toBe(path));
