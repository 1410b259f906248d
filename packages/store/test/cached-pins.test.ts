// Pins are read from memory while the file does not change. What another process writes counts for the very next read.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-pins-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a change by another store is seen at once, also after a time without changes', async () => {
  const file = join(folder, 'state.db');
  const [one, two] = [openSqliteStore({ file }), openSqliteStore({ file })];
  const pin = { server: 's', tool: 't', digest: '0', definition: '{}' };
  await one.pins.add(pin);
  for (let round = 1; round <= 5; round++) {
    const changed = { ...pin, digest: String(round) };
    // Only a file that has not been written for a while is taken for unchanged.
    const settled = () => Date.now() - statSync(`${file}-wal`).mtimeMs > 100;
    await expect.poll(settled).toBe(true);
    const before = one.table.version?.();
    const known = await one.pins.openChange('s', 't');
    expect(known?.digest).toBe(round === 1 ? undefined : String(round - 1));
    expect(one.pins.openChange('s', 't')).toBe(known);
    expect(one.table.version?.()).toBe(one.table.version?.());
    await two.pins.report(changed);
    expect(one.table.version?.()).not.toBe(before);
    expect(await one.pins.openChange('s', 't')).toEqual(changed);
    expect(await one.pins.get('s', 't')).toEqual(pin);
  }
  await one.pins.accept('s', 't', '5');
  expect((await two.pins.get('s', 't'))?.digest).toBe('5');
  await Promise.all([one.close(), two.close()]);
});
