import { pbkdf2 } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { classifyByMounts, type FileSystemKind } from './file-systems.js';
import { createLinkResolver, longTimeout } from './resolve-links.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-links-')));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'work/sub'), { recursive: true });
mkdirSync(join(folder, 'secret'));
writeFileSync(join(folder, 'work/file.txt'), '');
symlinkSync(join(folder, 'secret'), join(folder, 'work/out'));
symlinkSync('../secret', join(folder, 'work/relative'));
symlinkSync('out', join(folder, 'work/twice'));
symlinkSync('loop', join(folder, 'work/loop'));
symlinkSync('gone', join(folder, 'work/dangling'));
mkdirSync(join(folder, 'mount/share'), { recursive: true });
symlinkSync(join(folder, 'mount/share'), join(folder, 'work/far'));

const cases: { name: string; path: string; answer: string | undefined }[] = [
  { name: 'a regular file', path: 'work/file.txt', answer: 'work/file.txt' },
  { name: 'a link', path: 'work/out', answer: 'secret' },
  { name: 'a path through a link', path: 'work/out/key', answer: 'secret/key' },
  { name: 'a relative link', path: 'work/relative/key', answer: 'secret/key' },
  { name: 'a link to a link', path: 'work/twice/key', answer: 'secret/key' },
  {
    name: '`..` after a link, resolved as by the kernel',
    path: 'work/out/../work/file.txt',
    answer: 'work/file.txt',
  },
  {
    name: 'a path that does not exist yet',
    path: 'work/new/deep/file.txt',
    answer: 'work/new/deep/file.txt',
  },
  { name: 'a link to a path that does not exist', path: 'work/dangling', answer: 'work/gone' },
  { name: '`..` after a missing folder', path: 'work/new/../file.txt', answer: undefined },
  { name: 'a cycle of links', path: 'work/loop/x', answer: undefined },
  { name: 'a path below a file', path: 'work/file.txt/x', answer: undefined },
  { name: 'a link to another machine', path: 'work/far/x', answer: undefined },
];
const on = (kind: FileSystemKind) => (path: string) =>
  path.startsWith(`${folder}/mount/`) ? 'remote' : kind;
for (const kind of ['local', 'unknown'] as const)
  for (const { name, path, answer } of cases)
    test.skipIf(process.platform === 'win32')(`${name}, on a file system that is ${kind}`, async () => {
      const asked = `${folder}/${path}`;
      const answers = createLinkResolver({ classify: on(kind), limit: longTimeout })([asked]);
      expect(answers instanceof Promise).toBe(kind === 'unknown');
      expect((await answers)?.get(asked)).toBe(answer === undefined ? undefined : `${folder}/${answer}`);
    });

test('a call in the next event-loop iteration sees that a folder was replaced by a link', async () => {
  const asked = `${folder}/swapped/inner/file`;
  const follow = createLinkResolver({ classify: on('local'), limit: longTimeout });
  mkdirSync(join(folder, 'swapped/inner'), { recursive: true });
  expect((await follow([asked]))?.get(asked)).toBe(asked);
  renameSync(join(folder, 'swapped'), join(folder, 'moved'));
  symlinkSync(join(folder, 'moved'), join(folder, 'swapped'));
  await new Promise((resolve) => setImmediate(resolve));
  expect((await follow([asked]))?.get(asked)).toBe(`${folder}/moved/inner/file`);
});

test('only absolute paths are resolved', async () => {
  const follow = createLinkResolver();
  for (const path of ['', 'work', '//host/share/x', 'C:/x', '/dev/null', '/dev/tcp/1.2.3.4/80'])
    expect([...((await follow([path])) ?? ['no answer'])]).toEqual([]);
});

test('returns nothing after the time limit', async () => {
  const many = Array.from({ length: 100_000 }, (_, n) => `${folder}/work/file-${n}/x`);
  expect(await createLinkResolver({ limit: 5 })(many)).toBeUndefined();
  expect(await createLinkResolver({ limit: 0 })([folder])).toBeUndefined();
});

test('a caller can pass its own time limit', async () => {
  const follow = createLinkResolver({ limit: 0 });
  expect(await follow([`${folder}/work/out`], 5000)).toEqual(
    new Map([[`${folder}/work/out`, `${folder}/secret`]]),
  );
});

test('a busy process does not count as a slow disk', async () => {
  const answers = createLinkResolver({ limit: 20, classify: on('unknown') })([`${folder}/work/twice/key`]);
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(await answers).toEqual(new Map([[`${folder}/work/twice/key`, `${folder}/secret/key`]]));
});

test('a machine with busy threads does not count as a slow disk', async () => {
  const compute = promisify(pbkdf2);
  const busy = Array.from({ length: 4 }, () => compute('a', 'b', 80_000, 64, 'sha512'));
  const answers = await createLinkResolver({ limit: 40, classify: on('unknown') })([
    `${folder}/work/twice/key`,
  ]);
  expect(answers).toEqual(new Map([[`${folder}/work/twice/key`, `${folder}/secret/key`]]));
  await Promise.all(busy);
});

test('recognizes network mounts, except the root file system', () => {
  const mountinfo = [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '40 22 0:45 / /mnt/team\\040share rw - nfs4 server:/x rw',
    '41 22 0:46 / /home/user rw - nfs server:/home rw',
    '42 22 0:47 / /net rw - autofs systemd-1 rw',
    '43 42 8:2 / /net/local rw - ext4 /dev/sdb1 rw',
    '44 22 0:48 / /mnt/c rw - 9p drvfs rw',
  ].join('\n');
  const classify = classifyByMounts(mountinfo, ['/home/user/project']);
  const expected = {
    remote: ['/mnt/team share', '/mnt/team share/x', '/net/evil/x', '/dev/sda'],
    unknown: ['/home/user/x', '/mnt/c/x'],
    local: ['/', '/etc/passwd', '/net/local/x', '/mnt/team'],
  };
  for (const [kind, paths] of Object.entries(expected))
    for (const path of paths) expect([path, classify(path)]).toEqual([path, kind]);
});
