// Tests that pins are read from memory while the file does not change, and that the next read sees a write by another
// process.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRedisStore, openSqliteStore, type Store } from '../src/index.js';
import { hasRedis, RedisServer } from './redis-server.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-pins-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a change by another store is visible in the next event-loop iteration, even after a time without changes', async () => {
  const file = join(folder, 'state.db');
  const [one, two] = [openSqliteStore({ file }), openSqliteStore({ file })];
  const pin = { server: 's', tool: 't', digest: '0', definition: '{}' };
  await one.pins.add(pin);
  for (let round = 1; round <= 5; round++) {
    const changed = { ...pin, digest: String(round) };
    // The file counts as unchanged only some time after the last write.
    const settled = () => Date.now() - statSync(`${file}-wal`).mtimeMs > 100;
    await expect.poll(settled).toBe(true);
    const before = one.table.version?.();
    const known = await one.pins.openChange('s', 't');
    expect(known?.digest).toBe(round === 1 ? undefined : String(round - 1));
    expect(one.pins.openChange('s', 't')).toBe(known);
    expect(one.table.version?.()).toBe(one.table.version?.());
    await two.pins.report(changed);
    await nextTurn();
    expect(one.table.version?.()).not.toBe(before);
    expect(await one.pins.openChange('s', 't')).toEqual(changed);
    expect(await one.pins.get('s', 't')).toEqual(pin);
  }
  await one.pins.accept('s', 't', '5');
  expect((await one.pins.get('s', 't'))?.digest).toBe('5');
  await nextTurn();
  expect((await two.pins.get('s', 't'))?.digest).toBe('5');
  await Promise.all([one.close(), two.close()]);
});

/** Waits for the next event-loop iteration, because calls in the same iteration share one check of the file. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** If counts or cached results invalidated the pins, every call would need two reads. */
async function countsAndResultsAreNoChanges(one: Store, two: Store) {
  const stop = one.table.watch(() => {});
  const pin = { server: 's', tool: 't', digest: '0', definition: '{}' };
  await one.pins.add(pin);
  // Nothing is cached before the first read of the store.
  const isSettled = async () => {
    const before = one.table.version?.();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return before !== undefined && before === one.table.version?.();
  };
  await expect.poll(isSettled, { timeout: 10_000 }).toBe(true);
  const before = one.table.version?.();
  for (const store of [one, two]) {
    await store.counters.hit({ key: 'k', max: 10, windowMs: 60_000 });
    await store.cache.set('name', 'value', 60_000);
  }
  await one.pins.get('s', 't');
  expect(one.table.version?.()).toBe(before);
  await one.pins.report({ ...pin, digest: '1' });
  expect(one.table.version?.()).not.toBe(before);
  expect((await one.pins.openChange('s', 't'))?.digest).toBe('1');
  await two.pins.report({ ...pin, digest: '2' });
  await expect.poll(async () => (await one.pins.openChange('s', 't'))?.digest).toBe('2');
  stop();
  await Promise.all([one.close(), two.close()]);
}

test('counters and cached results do not invalidate pins, in a watched file', async () => {
  const file = join(folder, 'watched.db');
  const [one, two] = [openSqliteStore({ file }), openSqliteStore({ file })];
  await two.table.put('gateway', 'a', 'b');
  await countsAndResultsAreNoChanges(one, two);
});

test.runIf(hasRedis())(
  'counters and cached results do not invalidate pins on a Redis server, which needs a watcher',
  async () => {
    const redis = await RedisServer.start();
    const [one, two] = [openRedisStore({ url: redis.url }), openRedisStore({ url: redis.url })];
    expect(one.table.version?.()).toBeUndefined();
    await one.table.put('gateway', 'a', 'b');
    expect(one.table.version?.()).toBeUndefined();
    await countsAndResultsAreNoChanges(one, two);
    await redis.stop();
  },
);

test.runIf(hasRedis())('no cached state of an unreachable Redis server is used', async () => {
  const redis = await RedisServer.start();
  const store = openRedisStore({ url: redis.url });
  store.table.watch(() => {});
  await expect.poll(() => store.table.version?.(), { timeout: 5000 }).toBeDefined();
  redis.freeze();
  await expect.poll(() => store.table.version?.(), { timeout: 5000 }).toBeUndefined();
  redis.thaw();
  await expect.poll(() => store.table.version?.(), { timeout: 10_000 }).toBeDefined();
  await store.close();
  await redis.stop();
});
