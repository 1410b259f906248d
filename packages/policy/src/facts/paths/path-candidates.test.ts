import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPathEnvironment } from '../environment.js';
import { toAbsolute } from './canonical-path.js';
import { resolvePath } from './path-candidates.js';

const linux = toPathEnvironment({ platform: 'linux', home: '/home/user', cwd: '/srv/work' });
const mac = toPathEnvironment({ platform: 'darwin', home: '/Users/user', cwd: '/Users/user/work' });
const windows = toPathEnvironment({ platform: 'win32', home: 'C:\\Users\\user', cwd: 'C:\\work' });

const cases = [
  { name: 'a plain path is unchanged', environment: linux, text: '/etc/passwd', resolved: '/etc/passwd' },
  {
    name: 'a bare name is resolved against the working directory',
    environment: linux,
    text: '.env',
    resolved: '/srv/work/.env',
  },
  {
    name: 'dot segments and double slashes are removed',
    environment: linux,
    text: '/a//b/./c/../d/',
    resolved: '/a/b/d',
  },
  { name: 'the root has no parent', environment: linux, text: '/../../etc', resolved: '/etc' },
  { name: 'tilde is the home folder', environment: linux, text: '~/.ssh', resolved: '/home/user/.ssh' },
  { name: '$HOME is the home folder', environment: linux, text: '$HOME/.ssh', resolved: '/home/user/.ssh' },
  {
    name: 'HOME in braces is the home folder',
    environment: linux,
    text: '\u0024{HOME}/.ssh',
    resolved: '/home/user/.ssh',
  },
  {
    name: '$HOMEX is not the home folder',
    environment: linux,
    text: '$HOMEX/.ssh',
    resolved: '/srv/work/$HOMEX/.ssh',
    uncertain: true,
  },
  {
    name: '~bob is the home folder of another user',
    environment: linux,
    text: '~bob/x',
    resolved: '/srv/work/~bob/x',
    uncertain: true,
  },
  { name: 'percent escapes', environment: linux, text: '/%65tc', resolved: '/etc' },
  { name: 'percent escapes of percent escapes', environment: linux, text: '/%2565tc', resolved: '/etc' },
  {
    name: 'percent escapes with four digits',
    environment: linux,
    text: '/a/%u002e%u002e/etc',
    resolved: '/etc',
  },
  {
    name: 'overlong UTF-8',
    environment: linux,
    text: '/a/%c0%ae%c0%ae/etc',
    resolved: '/etc',
    uncertain: true,
  },
  {
    name: 'a dot in three bytes',
    environment: linux,
    text: '/a/%e0%80%ae%e0%80%ae/etc',
    resolved: '/etc',
    uncertain: true,
  },
  {
    name: 'a stray lead byte before a dot',
    environment: linux,
    text: '/a/%c0.%c0./etc',
    resolved: '/etc',
    uncertain: true,
  },
  {
    name: 'a slash in six bytes',
    environment: linux,
    text: '/a/..%fc%80%80%80%80%afetc',
    resolved: '/etc',
    uncertain: true,
  },
  { name: 'a set minus in an escape', environment: linux, text: '/a/..%u2216etc', resolved: '/etc' },
  {
    name: 'a full-width stop in an escape',
    environment: linux,
    text: '/a/%uff0e%uff0e/etc',
    resolved: '/etc',
  },
  { name: 'Latin-1 in an escape', environment: linux, text: '/a/caf%e9', resolved: '/a/caf\u00e9' },
  { name: 'a backslash as separator', environment: linux, text: '/a\\..\\etc', resolved: '/etc' },
  { name: 'full-width dots and slashes', environment: linux, text: '/a／．．／etc', resolved: '/etc' },
  { name: 'a two-dot leader', environment: linux, text: '/a/‥/etc', resolved: '/etc' },
  { name: 'invisible characters inside dots', environment: linux, text: '/a/.\u200b./etc', resolved: '/etc' },
  { name: 'a decomposed letter', environment: linux, text: '/cafe\u0301', resolved: '/café' },
  { name: 'a file URI', environment: linux, text: 'file:///etc/passwd', resolved: '/etc/passwd' },
  {
    name: 'a file URI with localhost',
    environment: linux,
    text: 'FILE://LOCALHOST/etc/passwd',
    resolved: '/etc/passwd',
  },
  {
    name: 'a file URI with one slash',
    environment: linux,
    text: 'file:/etc/passwd',
    resolved: '/etc/passwd',
  },
  {
    name: 'a file URI with escapes',
    environment: linux,
    text: 'file:///etc%2fpasswd',
    resolved: '/etc/passwd',
  },
  {
    name: 'a file URI with a query',
    environment: linux,
    text: 'file:///etc/passwd?x',
    resolved: '/etc/passwd',
  },
  {
    name: 'a file URI with the host of another machine',
    environment: linux,
    text: 'file://host/share',
    resolved: '/host/share',
    uncertain: true,
  },
  {
    name: 'a file URI with a tilde',
    environment: linux,
    text: 'file://~/.ssh/id_rsa',
    resolved: '/home/user/.ssh/id_rsa',
  },
  {
    name: 'the root folder of a process',
    environment: linux,
    text: '/proc/self/root/etc/shadow',
    resolved: '/etc/shadow',
  },
  {
    name: 'the working directory of a process',
    environment: linux,
    text: '/proc/self/cwd/.env',
    resolved: '/srv/work/.env',
  },
  {
    name: 'an escaped NUL ends the name in one interpretation',
    environment: linux,
    text: '/etc/passwd%00.txt',
    resolved: '/etc/passwd',
    uncertain: true,
  },
  {
    name: 'a drive on a system without drives',
    environment: linux,
    text: 'C:\\x',
    resolved: 'c:/x',
    uncertain: true,
  },
  { name: 'upper case on macOS', environment: mac, text: '/ETC/Passwd', resolved: '/etc/passwd' },
  {
    name: 'the private folders of macOS',
    environment: mac,
    text: '/private/etc/passwd',
    resolved: '/etc/passwd',
  },
  {
    name: 'the data volume of macOS',
    environment: mac,
    text: '/System/Volumes/Data/Users/user/.ssh',
    resolved: '/users/user/.ssh',
  },
  { name: 'a long s equals an s', environment: mac, text: '/Users/user/.ſſh', resolved: '/users/user/.ssh' },
  {
    name: 'a drive path',
    environment: windows,
    text: 'C:\\Users\\user\\.ssh',
    resolved: 'c:/users/user/.ssh',
  },
  {
    name: 'mixed slashes',
    environment: windows,
    text: 'c:/Users\\user/.ssh',
    resolved: 'c:/users/user/.ssh',
  },
  {
    name: 'a path with a root but no drive is on the current drive',
    environment: windows,
    text: '\\Windows\\win.ini',
    resolved: 'c:/windows/win.ini',
  },
  { name: 'the long-path prefix', environment: windows, text: '\\\\?\\C:\\x', resolved: 'c:/x' },
  { name: 'the device prefix', environment: windows, text: '\\\\.\\C:\\x', resolved: 'c:/x' },
  {
    name: 'an administrative share of this machine',
    environment: windows,
    text: '\\\\localhost\\c$\\x',
    resolved: 'c:/x',
  },
  {
    name: 'a share',
    environment: windows,
    text: '\\\\host\\share\\x',
    resolved: '//host/share/x',
    uncertain: true,
  },
  { name: 'trailing dots and spaces', environment: windows, text: 'C:\\x\\.env. ', resolved: 'c:/x/.env' },
  { name: 'an alternate stream', environment: windows, text: 'C:\\x\\.env::$DATA', resolved: 'c:/x/.env' },
  {
    name: 'a short name',
    environment: windows,
    text: 'C:\\PROGRA~1\\x',
    resolved: 'c:/progra~1/x',
    uncertain: true,
  },
  {
    name: 'a path relative to a drive',
    environment: windows,
    text: 'C:x',
    resolved: 'c:/x',
    uncertain: true,
  },
  {
    name: '%USERPROFILE%',
    environment: windows,
    text: '%USERPROFILE%\\.ssh',
    resolved: 'c:/users/user/.ssh',
  },
  {
    name: '%APPDATA%',
    environment: windows,
    text: '%APPDATA%\\x',
    resolved: 'c:/users/user/appdata/roaming/x',
  },
  { name: 'a file URI with a drive', environment: windows, text: 'file:///C:/x', resolved: 'c:/x' },
];
for (const { name, environment, text, resolved, uncertain = false } of cases)
  test(name, () => {
    const read = resolvePath(text, environment);
    expect(read.candidates).toContain(resolved);
    expect(read.uncertain).toBe(uncertain);
  });

test('a NUL or an invalid escape in a file URI is refused or uncertain', () => {
  expect(resolvePath('/a\u0000b', linux).invalidReason).toBeDefined();
  expect(resolvePath('file:///a%zz', linux).invalidReason).toBeDefined();
  expect(resolvePath('file:///a%00', linux).invalidReason).toBeDefined();
  expect(resolvePath('report 100%.csv', linux).invalidReason).toBeUndefined();
});

test('links add the resolved path, and an unresolved path is marked as unknown', () => {
  const links = new Map([
    ['/srv/work/link', '/etc'],
    ['/srv/etc', '/srv/etc'],
    ['/srv/work/link/../etc', '/etc'],
  ]);
  expect(resolvePath('link', linux, links)).toMatchObject({
    candidates: ['/srv/work/link', '/etc'],
    uncertain: false,
  });
  expect(resolvePath('other', linux, links).uncertain).toBe(true);
  expect(resolvePath('/srv/work/link', linux, links).candidates).toEqual(['/srv/work/link', '/etc']);
});

test('a canonical path is unchanged', () => {
  const part = fc.constantFrom(
    'a',
    '.',
    '..',
    '',
    'B',
    'é',
    'e\u0301',
    '.env',
    ' ',
    'c:',
    'ſ',
    '~',
    'x.',
    '%2e',
  );
  const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join('/'));
  for (const environment of [linux, mac, windows])
    fc.assert(
      fc.property(fc.constantFrom('/', '~/', '', 'C:/', '//h/s/'), path, (start, rest) => {
        const once = toAbsolute(start + rest, environment).canonical;
        expect(toAbsolute(once, environment).canonical).toBe(once);
      }),
      { numRuns: 1000 },
    );
});
