// Tests that a path counts as our program only if it contains an installation that does not belong to a project.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { programFolders } from './known/program-folders.js';
import { isOurProgram, isTemporaryCopy, launcherFor, stableNodePath } from './own-program.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'claw-own-')));
afterAll(() => rmSync(root, { recursive: true }));

function install(folder: string, name = '@claw/cli'): string {
  const script = join(root, folder, 'dist', 'main.cjs');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, '');
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name }));
  return script;
}

const script = install('lib/@claw/cli');
const own = {
  node: '/usr/bin/node',
  script,
  lastingScript: script,
  path: [join(root, 'path'), join(root, 'other-path')],
};
const other = install('other/@claw/cli');
const inProject = install('project/node_modules/@claw/cli');
const link = join(root, 'project', 'clawdefender');
symlinkSync(script, link);
const outside = join(root, 'clawdefender');
symlinkSync(other, outside);
const project = join(root, 'project');
mkdirSync(join(root, 'repository', '.git'), { recursive: true });
function copy(folder: string): string {
  const packs = ['proxy-0123456789abcdef.cjs', 'firewall-0123456789abcdef.cjs'];
  mkdirSync(join(root, folder), { recursive: true });
  for (const pack of packs) writeFileSync(join(root, folder, pack), '');
  const entry = join(root, folder, 'main.cjs');
  writeFileSync(entry, JSON.stringify(packs));
  return entry;
}
const copied = copy('app/dist');
const inRepository = install('repository/tools/@claw/cli');
for (const folder of own.path) mkdirSync(folder);
symlinkSync(other, join(root, 'path', 'clawdefender'));
mkdirSync(join(root, 'path', 'clawdefender.sh'));
writeFileSync(join(root, 'path', 'claw'), '#!/bin/sh\nrm -rf x\n');
writeFileSync(
  join(root, 'other-path', 'clawdefender.sh'),
  '#!/bin/sh\nexec node ../@claw/cli/dist/main.cjs\n',
);

const cases = [
  { name: 'the running program', path: script, ours: true },
  { name: 'another installation', path: other, ours: true },
  { name: 'a link to an installation', path: outside, ours: true },
  { name: 'a link in the project', path: link, ours: false },
  { name: 'a copy in the project', path: inProject, ours: false },
  { name: 'a program of another package', path: install('evil', 'evil'), ours: false },
  { name: 'nothing', path: join(root, 'nothing'), ours: false },
  { name: 'a relative path', path: 'dist/main.cjs', ours: false },
  { name: 'a path relative to the current folder', path: `/proc/self/cwd${script}`, ours: false },
  { name: 'our name on the PATH', path: 'clawdefender', ours: true },
  {
    name: 'the script of a package manager on the PATH, after a folder with our name',
    path: 'clawdefender.sh',
    ours: true,
  },
  { name: 'another program with our name on the PATH', path: 'claw', ours: false },
  { name: 'a name that is not on the PATH', path: 'clawdefender-not-there', ours: true },
];
for (const { name, path, ours } of cases) {
  test(`${name} is ${ours ? 'our program' : 'another program'}`, () =>
    expect(isOurProgram(path, own, project)).toBe(ours));
}
test('a copy elsewhere in the repository of a project is another program', () => {
  expect(isOurProgram(inRepository, own, join(root, 'repository', 'shop'))).toBe(false);
});
test('a copy in a folder is accepted if the entry does not belong to a project', () => {
  expect(isOurProgram(inProject, own, undefined)).toBe(true);
});

test('a copy of `dist` without its manifest is accepted in user files, but not in project files', () => {
  expect(isOurProgram(copied, own, undefined)).toBe(true);
  expect(isOurProgram(copied, own, project)).toBe(false);
  expect(isOurProgram(copy('project/tools'), own, project)).toBe(false);
});
test('every path to the running program outside the project is accepted', () => {
  const running = { ...own, script: copied, lastingScript: copied };
  symlinkSync(join(root, 'app'), join(root, 'current'));
  expect(isOurProgram(copied, running, project)).toBe(true);
  expect(isOurProgram(join(root, 'current', 'dist', 'main.cjs'), running, project)).toBe(true);
  symlinkSync(join(root, 'app'), join(root, 'project', 'current'));
  expect(isOurProgram(join(root, 'project', 'current', 'dist', 'main.cjs'), running, project)).toBe(false);
});
test('the command name is accepted if it resolves to the running copy', () => {
  symlinkSync(copied, join(root, 'other-path', 'clawdefender-copy'));
  expect(isOurProgram('clawdefender-copy', { ...own, script: copied }, undefined)).toBe(true);
});

const bin = join(root, 'commands');
mkdirSync(bin);
symlinkSync(script, join(bin, 'clawdefender'));
const machine = (path: string, platform: NodeJS.Platform = 'linux') => ({
  platform,
  home: root,
  env: { PATH: path },
});
test('the launcher is the program name only if it resolves to this program and Node is found as well', () => {
  expect(launcherFor('terminal', machine(bin), own)).toEqual(['/usr/bin/node', script]);
  writeFileSync(join(bin, 'node'), '');
  expect(launcherFor('terminal', machine(bin), own)).toEqual(['clawdefender']);
  const another = { ...own, script: other, lastingScript: other };
  expect(launcherFor('terminal', machine(bin), another)).toEqual(['/usr/bin/node', other]);
  expect(launcherFor('terminal', machine(`.:${root}`), own)).toEqual(['/usr/bin/node', script]);
});
test('a desktop program does not have the PATH of a shell', () => {
  expect(launcherFor('desktop', machine(bin, 'darwin'), own)).toEqual(['/usr/bin/node', script]);
});

test('a folder that a package runner adds to the PATH for one run is ignored', () => {
  const passing = join(root, '_npx', '0123', 'node_modules', '.bin');
  mkdirSync(passing, { recursive: true });
  symlinkSync(script, join(passing, 'clawdefender'));
  writeFileSync(join(passing, 'node'), '');
  expect(launcherFor('terminal', machine(passing), own)).toEqual(['/usr/bin/node', script]);
});

test('the launcher contains the stable path, not the folder of one version', () => {
  const versioned = install('store/.pnpm/@claw+cli@1.0.0/node_modules/@claw/cli');
  const lasting = join(root, 'store', 'node_modules', '@claw', 'cli');
  mkdirSync(dirname(lasting), { recursive: true });
  symlinkSync(dirname(dirname(versioned)), lasting);
  const lastingScript = join(lasting, 'dist', 'main.cjs');
  const linked = { ...own, script: versioned, lastingScript };
  expect(launcherFor('desktop', machine(bin), linked)).toEqual(['/usr/bin/node', lastingScript]);
  expect(isOurProgram(lastingScript, linked, join(root, 'store'))).toBe(true);
});

test('the launcher contains the stable link to the Node of Homebrew', () => {
  const cellar = join(root, 'brew', 'Cellar', 'node@22', '22.1.0', 'bin');
  mkdirSync(cellar, { recursive: true });
  writeFileSync(join(cellar, 'node'), '');
  expect(stableNodePath(join(cellar, 'node'))).toBe(join(cellar, 'node'));
  mkdirSync(join(root, 'brew', 'opt'));
  symlinkSync(dirname(cellar), join(root, 'brew', 'opt', 'node@22'));
  expect(stableNodePath(join(cellar, 'node'))).toBe(join(root, 'brew', 'opt', 'node@22', 'bin', 'node'));
  expect(stableNodePath('/usr/bin/node')).toBe('/usr/bin/node');
});

const copies = [
  { script: '/home/u/.npm/_npx/5f1c/node_modules/@claw/cli/dist/main.cjs', passing: true },
  { script: '/home/u/.cache/pnpm/dlx/x/1/node_modules/@claw/cli/dist/main.cjs', passing: true },
  { script: '/usr/lib/node_modules/@claw/cli/dist/main.cjs', passing: false },
];
for (const { script, passing } of copies)
  test(`${script} is a ${passing ? 'temporary' : 'permanent'} copy`, () =>
    expect(isTemporaryCopy({ ...own, script })).toBe(passing));

test.skipIf(process.platform === 'win32')(
  'the installation on disk is the package, or the folder of a copy',
  () => {
    const at = (file: string) => ({ ...own, script: file, lastingScript: file });
    const bin = join(root, 'launchers');
    mkdirSync(bin);
    symlinkSync(inProject, join(bin, 'clawdefender'));
    symlinkSync(other, join(bin, 'claw'));
    expect(programFolders({ ...at(inProject), path: [bin] })).toEqual({
      folders: [join(project, 'node_modules', '@claw', 'cli')],
      launchers: [inProject, join(bin, 'clawdefender')],
    });
    expect(programFolders(at(script)).folders).toEqual([dirname(script)]);
    expect(programFolders(at(copied)).folders).toEqual([dirname(copied)]);
    expect(programFolders(at(join(root, 'vitest.mjs')))).toEqual({ folders: [], launchers: [] });
  },
);
