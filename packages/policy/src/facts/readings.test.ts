import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAbsolute } from './canonical.js';
import { toPlace } from './environment.js';
import { readPath } from './readings.js';

const linux = toPlace({ platform: 'linux', home: '/home/user', cwd: '/srv/work' });
const mac = toPlace({ platform: 'darwin', home: '/Users/user', cwd: '/Users/user/work' });
const windows = toPlace({ platform: 'win32', home: 'C:\\Users\\user', cwd: 'C:\\work' });

const cases = [
  { name: 'a plain path is itself', place: linux, text: '/etc/passwd', reading: '/etc/passwd' },
  { name: 'a bare name is in the working directory', place: linux, text: '.env', reading: '/srv/work/.env' },
  { name: 'dots and double slashes go', place: linux, text: '/a//b/./c/../d/', reading: '/a/b/d' },
  { name: 'the root has no parent', place: linux, text: '/../../etc', reading: '/etc' },
  { name: 'tilde is the home', place: linux, text: '~/.ssh', reading: '/home/user/.ssh' },
  { name: '$HOME is the home', place: linux, text: '$HOME/.ssh', reading: '/home/user/.ssh' },
  { name: 'HOME in braces is the home', place: linux, text: '\u0024{HOME}/.ssh', reading: '/home/user/.ssh' },
  {
    name: '$HOMEX is something else',
    place: linux,
    text: '$HOMEX/.ssh',
    reading: '/srv/work/$HOMEX/.ssh',
    outside: true,
  },
  { name: '~bob is somebody else', place: linux, text: '~bob/x', reading: '/srv/work/~bob/x', outside: true },
  { name: 'percent escapes', place: linux, text: '/%65tc', reading: '/etc' },
  { name: 'percent escapes of percent escapes', place: linux, text: '/%2565tc', reading: '/etc' },
  { name: 'wide percent escapes', place: linux, text: '/a/%u002e%u002e/etc', reading: '/etc' },
  { name: 'overlong UTF-8', place: linux, text: '/a/%c0%ae%c0%ae/etc', reading: '/etc' },
  { name: 'three bytes for a dot', place: linux, text: '/a/%e0%80%ae%e0%80%ae/etc', reading: '/etc' },
  { name: 'a backslash as separator', place: linux, text: '/a\\..\\etc', reading: '/etc' },
  { name: 'full-width dots and slashes', place: linux, text: '/a／．．／etc', reading: '/etc' },
  { name: 'a two-dot leader', place: linux, text: '/a/‥/etc', reading: '/etc' },
  { name: 'invisible characters inside dots', place: linux, text: '/a/.\u200b./etc', reading: '/etc' },
  { name: 'a decomposed letter', place: linux, text: '/cafe\u0301', reading: '/café' },
  { name: 'a file URI', place: linux, text: 'file:///etc/passwd', reading: '/etc/passwd' },
  {
    name: 'a file URI with localhost',
    place: linux,
    text: 'FILE://LOCALHOST/etc/passwd',
    reading: '/etc/passwd',
  },
  { name: 'a file URI with one slash', place: linux, text: 'file:/etc/passwd', reading: '/etc/passwd' },
  { name: 'a file URI with escapes', place: linux, text: 'file:///etc%2fpasswd', reading: '/etc/passwd' },
  { name: 'a file URI with a query', place: linux, text: 'file:///etc/passwd?x', reading: '/etc/passwd' },
  {
    name: 'a file URI of another machine',
    place: linux,
    text: 'file://host/share',
    reading: '/host/share',
    outside: true,
  },
  {
    name: 'a file URI with a tilde',
    place: linux,
    text: 'file://~/.ssh/id_rsa',
    reading: '/home/user/.ssh/id_rsa',
  },
  { name: 'the root of a process', place: linux, text: '/proc/self/root/etc/shadow', reading: '/etc/shadow' },
  {
    name: 'the working directory of a process',
    place: linux,
    text: '/proc/self/cwd/.env',
    reading: '/srv/work/.env',
  },
  {
    name: 'an escaped NUL ends the name in one reading',
    place: linux,
    text: '/etc/passwd%00.txt',
    reading: '/etc/passwd',
    outside: true,
  },
  { name: 'a drive where there are none', place: linux, text: 'C:\\x', reading: 'c:/x', outside: true },
  { name: 'case on macOS', place: mac, text: '/ETC/Passwd', reading: '/etc/passwd' },
  { name: 'the private folders of macOS', place: mac, text: '/private/etc/passwd', reading: '/etc/passwd' },
  {
    name: 'the data volume of macOS',
    place: mac,
    text: '/System/Volumes/Data/Users/user/.ssh',
    reading: '/users/user/.ssh',
  },
  { name: 'a long s is an s', place: mac, text: '/Users/user/.ſſh', reading: '/users/user/.ssh' },
  { name: 'a drive path', place: windows, text: 'C:\\Users\\user\\.ssh', reading: 'c:/users/user/.ssh' },
  { name: 'mixed slashes', place: windows, text: 'c:/Users\\user/.ssh', reading: 'c:/users/user/.ssh' },
  {
    name: 'a rooted path is on the current drive',
    place: windows,
    text: '\\Windows\\win.ini',
    reading: 'c:/windows/win.ini',
  },
  { name: 'the long-path prefix', place: windows, text: '\\\\?\\C:\\x', reading: 'c:/x' },
  { name: 'the device prefix', place: windows, text: '\\\\.\\C:\\x', reading: 'c:/x' },
  {
    name: 'an administrative share of this machine',
    place: windows,
    text: '\\\\localhost\\c$\\x',
    reading: 'c:/x',
  },
  { name: 'a share', place: windows, text: '\\\\host\\share\\x', reading: '//host/share/x', outside: true },
  { name: 'trailing dots and spaces', place: windows, text: 'C:\\x\\.env. ', reading: 'c:/x/.env' },
  { name: 'an alternate stream', place: windows, text: 'C:\\x\\.env::$DATA', reading: 'c:/x/.env' },
  { name: 'a short name', place: windows, text: 'C:\\PROGRA~1\\x', reading: 'c:/progra~1/x', outside: true },
  { name: 'a path relative to a drive', place: windows, text: 'C:x', reading: 'c:/x', outside: true },
  { name: '%USERPROFILE%', place: windows, text: '%USERPROFILE%\\.ssh', reading: 'c:/users/user/.ssh' },
  { name: '%APPDATA%', place: windows, text: '%APPDATA%\\x', reading: 'c:/users/user/appdata/roaming/x' },
  { name: 'a file URI with a drive', place: windows, text: 'file:///C:/x', reading: 'c:/x' },
];
for (const { name, place, text, reading, outside = false } of cases)
  test(name, () => {
    const read = readPath(text, place);
    expect(read.readings).toContain(reading);
    expect(read.outside).toBe(outside);
  });

test('a NUL or a broken escape in a file URI refuses', () => {
  expect(readPath('/a\u0000b', linux).refusal).toBeDefined();
  expect(readPath('file:///a%zz', linux).refusal).toBeDefined();
  expect(readPath('file:///a%00', linux).refusal).toBeDefined();
  expect(readPath('report 100%.csv', linux).refusal).toBeUndefined();
});

test('links add where the path really leads, and a missing answer is known', () => {
  const links = new Map([
    ['/srv/work/link', '/etc'],
    ['/srv/etc', '/srv/etc'],
    ['/srv/work/link/../etc', '/etc'],
  ]);
  expect(readPath('link', linux, links)).toMatchObject({
    readings: ['/srv/work/link', '/etc'],
    outside: false,
  });
  expect(readPath('other', linux, links).outside).toBe(true);
  expect(readPath('/srv/work/link', linux, links).readings).toEqual(['/srv/work/link', '/etc']);
});

test('canonicalising twice changes nothing', () => {
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
  for (const place of [linux, mac, windows])
    fc.assert(
      fc.property(fc.constantFrom('/', '~/', '', 'C:/', '//h/s/'), path, (start, rest) => {
        const once = toAbsolute(start + rest, place).canonical;
        expect(toAbsolute(once, place).canonical).toBe(once);
      }),
      { numRuns: 1000 },
    );
});
