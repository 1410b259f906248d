import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { engageOnSignal, type WatchedKillSwitch, watchKillSwitch } from './kill-switch.js';

const root = mkdtempSync(join(tmpdir(), 'claw-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

let file = '';
let number = 0;
let killSwitch: WatchedKillSwitch | undefined;
beforeEach(() => {
  const folder = join(root, String(++number));
  mkdirSync(folder);
  file = join(folder, 'KILL');
});
afterEach(() => killSwitch?.close());

const kinds: { name: string; make: (path: string) => void }[] = [
  { name: 'an empty file', make: (path) => writeFileSync(path, '') },
  { name: 'a folder', make: (path) => mkdirSync(path) },
  { name: 'a link without a target', make: (path) => symlinkSync('nowhere', path) },
];
for (const { name, make } of kinds) {
  test(`${name} is detected at the start and later, and so is its removal`, async () => {
    make(file);
    killSwitch = watchKillSwitch(file);
    expect(killSwitch.engaged).toBe(true);
    rmSync(file, { recursive: true });
    await expect.poll(() => killSwitch?.engaged).toBe(false);
    let told = 0;
    const stop = killSwitch.onEngaged(() => told++);
    make(file);
    await expect.poll(() => told).toBe(1);
    expect(killSwitch.engaged).toBe(true);
    stop();
  });
}

test('is detected in a folder that did not exist', async () => {
  const later = join(root, 'later', 'KILL');
  killSwitch = watchKillSwitch(later);
  expect(killSwitch.engaged).toBe(false);
  mkdirSync(join(root, 'later'));
  writeFileSync(later, '');
  await expect.poll(() => killSwitch?.engaged).toBe(true);
});

test('can be turned on and off repeatedly', async () => {
  killSwitch = watchKillSwitch(file);
  for (let round = 0; round < 5; round++) {
    writeFileSync(file, '');
    await expect.poll(() => killSwitch?.engaged).toBe(true);
    rmSync(file);
    await expect.poll(() => killSwitch?.engaged).toBe(false);
  }
});

test.skipIf(process.platform === 'win32')('SIGUSR2 turns the switch on; SIGUSR1 has no effect', async () => {
  killSwitch = watchKillSwitch(file);
  engageOnSignal(killSwitch);
  let told = 0;
  killSwitch.onEngaged(() => told++);
  process.kill(process.pid, 'SIGUSR1');
  process.kill(process.pid, 'SIGUSR2');
  await expect.poll(() => killSwitch?.engaged).toBe(true);
  writeFileSync(file, '');
  process.kill(process.pid, 'SIGUSR2');
  rmSync(file);
  // When another switch has seen both changes, the file was created and removed.
  const other = watchKillSwitch(file);
  await expect.poll(() => other.engaged).toBe(false);
  other.close();
  expect(killSwitch.engaged).toBe(true);
  expect(told).toBe(1);
  for (const signal of ['SIGUSR1', 'SIGUSR2']) process.removeAllListeners(signal);
});
