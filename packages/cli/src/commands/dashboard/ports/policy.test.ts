import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyPorts } from './policy.js';

const textOf = (action: string) => `version = 1\ndefault = "${action}"\n`;

let folder = '';
let file = '';
const before = process.env['CLAWDEFENDER_HOME'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-policy-'));
  file = join(folder, 'policy.toml');
  process.env['CLAWDEFENDER_HOME'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['CLAWDEFENDER_HOME'];
  else process.env['CLAWDEFENDER_HOME'] = before;
  rmSync(folder, { recursive: true });
});

test('of two concurrent saves of one version, only the first succeeds, and the backup holds the replaced text', async () => {
  writeFileSync(file, textOf('allow'));
  const policy = policyPorts(folder);
  const { version } = await policy.read();
  const saved = await Promise.all([
    policy.save(textOf('deny'), version),
    policy.save(textOf('log'), version),
  ]);
  expect(saved).toEqual([expect.objectContaining({ backup: `${file}.bak` }), undefined]);
  expect(readFileSync(file, 'utf8')).toBe(textOf('deny'));
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(textOf('allow'));
  expect(readdirSync(folder).sort()).toEqual(['policy.toml', 'policy.toml.bak']);
});

test('without a policy file, the first save creates it, and the second save is refused', async () => {
  const policy = policyPorts(folder);
  const { version } = await policy.read();
  expect(await policy.save(textOf('deny'), version)).toMatchObject({ backup: null });
  expect(await policy.save(textOf('log'), version)).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe(textOf('deny'));
});

test('saving a policy file that is a symbolic link writes the target of the link', async () => {
  const target = join(folder, 'shared', 'mine.toml');
  mkdirSync(join(folder, 'shared'));
  writeFileSync(target, textOf('allow'));
  symlinkSync(target, file);
  const policy = policyPorts(folder);
  await policy.save(textOf('deny'), (await policy.read()).version);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe(textOf('deny'));
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(textOf('allow'));
});
