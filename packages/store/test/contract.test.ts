// The contract of a store; the tests run with every implementation.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limit } from '@claw/pipeline';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  openMemoryStore,
  openRedisStore,
  openSqliteStore,
  readSecretKey,
  type Store,
  type StoreError,
} from '../src/index.js';
import { hasRedis, RedisServer } from './redis-server.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-store-'));
let redis: RedisServer | undefined;
const redisIsInstalled = hasRedis();
beforeAll(async () => {
  if (redisIsInstalled) redis = await RedisServer.start();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true });
});

let number = 0;
/** Two connections to the same store represent two processes. */
const implementations: { name: string; open: () => { one: Store; two: Store } }[] = [
  {
    name: 'memory',
    open: () => {
      const one = openMemoryStore();
      return { one, two: one };
    },
  },
  {
    name: 'SQLite',
    open: () => {
      const file = join(folder, 'deep', `${++number}.db`);
      return { one: openSqliteStore({ file }), two: openSqliteStore({ file }) };
    },
  },
  ...(redisIsInstalled
    ? [
        {
          name: 'Redis',
          open: () => {
            const options = { url: redis?.url ?? '', prefix: `test${++number}:` };
            return { one: openRedisStore(options), two: openRedisStore(options) };
          },
        },
      ]
    : []),
];

const soon = { timeout: 5000, interval: 10 };

for (const { name, open } of implementations) {
  describe(name, () => {
    let one: Store;
    let two: Store;
    beforeEach(async () => {
      ({ one, two } = open());
      // Opens both connections, because loading the library must not count in the tests that measure milliseconds.
      for (const store of [one, two]) await store.table.get('grant', 'nothing');
    });
    afterEach(async () => {
      await one.close();
      await two.close();
    });

    describe('the table', () => {
      test('shares writes between connections', async () => {
        await one.table.put('grant', 'a', 'first');
        expect(await two.table.get('grant', 'a')).toBe('first');
        await two.table.put('grant', 'a', 'second');
        expect(await one.table.get('grant', 'a')).toBe('second');
        expect(await one.table.get('approval', 'a')).toBeUndefined();
      });

      test('exactly one of several concurrent add, replace or remove calls succeeds', async () => {
        const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).table);
        const wins = async (attempt: (table: Store['table'], index: number) => unknown) =>
          (await Promise.all(tries.map(attempt))).filter(Boolean).length;
        expect(await wins((table, index) => table.add('grant', 'x', `v${index}`))).toBe(1);
        const value = (await one.table.get('grant', 'x')) as string;
        expect(await wins((table, index) => table.replace('grant', 'x', value, `w${index}`))).toBe(1);
        expect(await wins((table) => table.remove('grant', 'x'))).toBe(1);
        expect(await one.table.get('grant', 'x')).toBeUndefined();
      });

      test('replaces nothing if the current value differs or is missing', async () => {
        expect(await one.table.replace('grant', 'x', 'a', 'b')).toBe(false);
        await one.table.put('grant', 'x', 'c');
        expect(await one.table.replace('grant', 'x', 'a', 'b')).toBe(false);
        expect(await two.table.get('grant', 'x')).toBe('c');
      });

      test('lists entries by key prefix, sorted by key', async () => {
        for (const key of ['b:2', 'a*:1', 'b:1', 'a', 'b', '[b', 'ü:1'])
          await one.table.put('grant', key, `value of ${key}`);
        await one.table.put('approval', 'b:3', 'other namespace');
        expect(await two.table.list('grant', 'b:')).toEqual([
          { key: 'b:1', value: 'value of b:1' },
          { key: 'b:2', value: 'value of b:2' },
        ]);
        expect((await two.table.list('grant', 'a*')).map(({ key }) => key)).toEqual(['a*:1']);
        expect(await two.table.list('grant')).toHaveLength(7);
        await one.table.remove('grant', 'b:1');
        expect(await two.table.list('grant', 'b:')).toHaveLength(1);
      });

      test('treats an expired entry as missing in every operation', async () => {
        await one.table.put('grant', 'x', 'old', Date.now() + 1000);
        expect(await one.table.add('grant', 'y', 'old', Date.now() + 1000)).toBe(true);
        expect(await one.table.get('grant', 'x')).toBe('old');
        await expect.poll(() => two.table.get('grant', 'x'), soon).toBeUndefined();
        await expect.poll(() => two.table.list('grant'), soon).toEqual([]);
        expect(await two.table.remove('grant', 'x')).toBe(false);
        expect(await two.table.replace('grant', 'x', 'old', 'new')).toBe(false);
        expect(await two.table.add('grant', 'x', 'new')).toBe(true);
        expect(await one.table.get('grant', 'x')).toBe('new');
      });

      test('replaces the expiry together with the value', async () => {
        await one.table.put('grant', 'x', 'a', Date.now() + 1000);
        expect(await one.table.replace('grant', 'x', 'a', 'b')).toBe(true);
        await one.table.put('grant', 'y', 'a', Date.now() + 1000);
        await expect.poll(() => one.table.get('grant', 'y'), soon).toBeUndefined();
        expect(await one.table.get('grant', 'x')).toBe('b');
      });

      test('notifies watchers of changes by any process until they stop watching', async () => {
        let [changes, others] = [0, 0];
        const stop = one.table.watch(() => changes++);
        one.table.watch(() => others++);
        await one.table.get('grant', 'x');
        for (const table of [two.table, one.table]) {
          const before = changes;
          // A new watcher may miss a change that is made at the same moment, so the change is repeated until it is
          // seen.
          await expect
            .poll(async () => {
              await table.put('approval', 'x', 'y');
              return changes;
            }, soon)
            .toBeGreaterThan(before);
        }
        stop();
        const [before, seen] = [changes, others];
        await expect
          .poll(async () => {
            await two.table.put('approval', 'x', 'z');
            return others;
          }, soon)
          .toBeGreaterThan(seen);
        expect(changes).toBe(before);
      });
    });

    describe('counters', () => {
      const limit = (more: Partial<Limit> = {}): Limit => ({
        key: 'k',
        max: 3,
        windowMs: 60_000,
        ...more,
      });

      test('allow exactly the limit under concurrent hits', async () => {
        const waits = await Promise.all(
          Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).counters.hit(limit({ max: 25 }))),
        );
        expect(waits.filter((wait) => wait === undefined)).toHaveLength(25);
        for (const wait of waits.filter((each) => each !== undefined)) expect(wait).toBeGreaterThan(50);
        expect(await one.counters.hit(limit({ key: 'another' }))).toBeUndefined();
      });

      test('count simultaneous hits by several callers, each up to its own limit', async () => {
        const limits = [limit({ max: 2 }), limit({ key: 'b', max: 4 }), limit({ key: 'c' })] as const;
        const hitAll = async () => {
          const waits = await Promise.all(
            Array.from({ length: 9 }, (_, index) => one.counters.hit(limits[index % 3] as Limit)),
          );
          return limits.map(
            (_, at) => waits.filter((wait, index) => index % 3 === at && wait === undefined).length,
          );
        };
        expect(await hitAll()).toEqual([2, 3, 3]);
        expect(await hitAll()).toEqual([0, 1, 0]);
      });

      test('ban a caller in the middle of simultaneous hits', async () => {
        const banning = limit({ max: 2, ban: { after: 3, ms: 600_000 } });
        const waits = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            one.counters.hit(index % 4 === 3 ? limit({ key: 'other' }) : banning),
          ),
        );
        const ofBanned = waits.filter((_, index) => index % 4 !== 3);
        const kindOf = (wait = 0) => (wait === 0 ? 'allowed' : wait > 60 ? 'banned' : 'refused');
        const [allowed, refused] = [Array(2).fill('allowed'), Array(2).fill('refused')];
        expect(ofBanned.map(kindOf)).toEqual([...allowed, ...refused, 'banned', 'banned']);
        expect(waits.filter((_, index) => index % 4 === 3)).toEqual([undefined, undefined]);
        expect(kindOf(await two.counters.hit(banning))).toBe('banned');
        expect((await two.bans.listBans()).map(({ key }) => key)).toEqual(['k']);
      });

      test('start again when the window is over', async () => {
        const short = limit({ max: 1, windowMs: 1000 });
        expect(await one.counters.hit(short)).toBeUndefined();
        expect(await two.counters.hit(short)).toBe(1);
        await expect.poll(() => two.counters.hit(short), soon).toBeUndefined();
      });

      test('start again if the stored window ends too late because the clock was set back', async () => {
        // After the clock is set back by an hour, a window of one minute seems to end in an hour, like this one.
        expect(await one.counters.hit(limit({ max: 1, windowMs: 3_600_000 }))).toBeUndefined();
        expect(await two.counters.hit(limit({ max: 1 }))).toBeUndefined();
        expect(await two.counters.hit(limit({ max: 1 }))).toBeGreaterThan(50);
      });

      test('shorten a ban that would last longer than configured because the clock was set back', async () => {
        const banning = (ms: number) => limit({ max: 0, ban: { after: 1, ms } });
        expect(await one.counters.hit(banning(36_000_000))).toBeGreaterThan(35_990);
        for (const store of [two, one]) {
          const wait = await store.counters.hit(banning(600_000));
          expect(wait).toBeGreaterThan(590);
          expect(wait).toBeLessThanOrEqual(600);
        }
      });

      test('keep rejecting while hits restart the window', async () => {
        const restarting = limit({ max: 1, windowMs: 1000, restartOnHit: true });
        const plain = limit({ key: 'plain', max: 1, windowMs: 1000 });
        await one.counters.hit(restarting);
        await one.counters.hit(plain);
        // The plain window ends while both counters are hit. The restarting window must not have ended by then.
        await expect
          .poll(async () => {
            expect(await two.counters.hit(restarting)).toBe(1);
            return two.counters.hit(plain);
          }, soon)
          .toBeUndefined();
        expect(await two.counters.hit(restarting)).toBe(1);
      });

      test('ban after the configured rejections, even when the window is over', async () => {
        const banning = limit({ max: 1, windowMs: 1000, ban: { after: 2, ms: 600_000 } });
        expect(await one.counters.hit(banning)).toBeUndefined();
        expect(await one.counters.hit(banning)).toBe(1);
        expect(await two.counters.hit(banning)).toBeGreaterThan(590);
        const window = limit({ key: 'window', max: 1, windowMs: 1100 });
        await one.counters.hit(window);
        await expect.poll(() => one.counters.hit(window), soon).toBeUndefined();
        expect(await one.counters.hit(banning)).toBeGreaterThan(590);
      });

      test('list the current bans, including those of other processes, and lift one with its counter', async () => {
        const banning = (key: string, ms: number) => limit({ key, max: 1, ban: { after: 1, ms } });
        for (const [key, ms] of [
          ['guard ["r","café"]', 60_000],
          ['b', 600_000],
        ] as const) {
          await one.counters.hit(banning(key, ms));
          await one.counters.hit(banning(key, ms));
        }
        await one.counters.hit(limit({ key: 'free', max: 1 }));
        const bans = await two.bans.listBans();
        expect(bans.map(({ key }) => key)).toEqual(['b', 'guard ["r","café"]']);
        for (const { until } of bans) expect(until).toBeGreaterThan(Date.now() + 50_000);
        expect(await two.bans.liftBan('guard ["r","café"]')).toBe(true);
        expect(await two.bans.liftBan('guard ["r","café"]')).toBe(false);
        expect((await one.bans.listBans()).map(({ key }) => key)).toEqual(['b']);
        expect(await one.counters.hit(banning('guard ["r","café"]', 60_000))).toBeUndefined();
      });

      test('reject every hit with a limit of 0', async () => {
        expect(await one.counters.hit(limit({ max: 0 }))).toBeGreaterThan(50);
      });
    });

    test('pins: a change that the server reverts is no longer reported', async () => {
      const pin = { server: 's', tool: 't', digest: 'd1', definition: '{}' };
      await one.pins.add(pin);
      await one.pins.report({ ...pin, digest: 'd2' });
      await two.pins.report(pin);
      expect(await one.pins.openChange('s', 't')).toBeUndefined();
      expect(await one.pins.list()).toEqual([{ accepted: pin, reported: undefined, state: 'accepted' }]);
      expect(await one.pins.accept('s', 't', 'd2')).toBe(false);
    });

    test('pins: the first definition is trusted, a different one is reported until accepted', async () => {
      const pin = { server: 's', tool: 't', digest: '1', definition: '{}' };
      const changed = { ...pin, digest: '2', definition: '{"a":1}' };
      expect(await one.pins.get('s', 't')).toBeUndefined();
      await one.pins.add(pin);
      await two.pins.add(changed);
      expect(await two.pins.get('s', 't')).toEqual(pin);
      await two.pins.report(changed);
      expect(await one.pins.list()).toEqual([{ accepted: pin, reported: changed, state: 'changed' }]);
      expect(await one.pins.openChange('s', 't')).toEqual(changed);
      expect(await one.pins.openChange('other', 't')).toBeUndefined();
      expect(await one.pins.others('s')).toEqual([]);
      expect(await one.pins.others('other')).toEqual([pin]);
      expect(await one.pins.accept('s', 't', 'of another')).toBe(false);
      expect(await one.pins.accept('s', 't', changed.digest)).toBe(true);
      expect(await one.pins.accept('s', 't', changed.digest)).toBe(false);
      expect(await two.pins.openChange('s', 't')).toBeUndefined();
      expect(await two.pins.list('s')).toEqual([
        { accepted: { ...changed, standing: 'reviewed' }, reported: undefined, state: 'accepted' },
      ]);
      expect(await two.pins.list('x')).toEqual([]);
    });

    test('pins: a tool added to a known server is new until accepted', async () => {
      const pin = { server: 's', tool: 't', digest: '1', definition: '{}' };
      await one.pins.listed('s', []);
      expect(await two.pins.knows('s')).toBe(false);
      await one.pins.add(pin);
      await one.pins.listed('s', ['t']);
      expect([await two.pins.knows('s'), await two.pins.knows('other')]).toEqual([true, false]);
      await one.pins.add({ ...pin, tool: 'u', standing: 'new' });
      await one.pins.listed('s', ['t', 'u']);
      const states = async () => (await two.pins.list()).map(({ accepted, state }) => [accepted.tool, state]);
      const open = [
        ['t', 'accepted'],
        ['u', 'new'],
      ];
      expect(await states()).toEqual(open);
      expect(await two.pins.accept('s', 'u', 'of another')).toBe(false);
      expect(await states()).toEqual(open);
      expect(await two.pins.accept('s', 'u', '1')).toBe(true);
      expect(await two.pins.accept('s', 'u', '1')).toBe(false);
      expect((await states()).map(([, state]) => state)).toEqual(['accepted', 'accepted']);
    });

    test('pins: a removed tool is listed until its removal is accepted, and stays pinned', async () => {
      const pin = { server: 's', tool: 't', digest: '1', definition: '{}' };
      const states = async () => (await two.pins.list()).map(({ state }) => state);
      await one.pins.add(pin);
      await one.pins.listed('s', ['t']);
      await one.pins.listed('s', []);
      expect(await states()).toEqual(['removed']);
      await one.pins.listed('s', ['t']);
      expect(await states()).toEqual(['accepted']);
      await one.pins.listed('s', ['u']);
      expect(await two.pins.accept('s', 't', '1')).toBe(true);
      expect(await states()).toEqual([]);
      await one.pins.report({ ...pin, digest: '2' });
      await one.pins.listed('s', ['t']);
      expect(await states()).toEqual(['changed']);
      // The tool exists again, and the user has not accepted its return.
      await one.pins.report(pin);
      expect(await states()).toEqual(['new']);
      await one.pins.listed('s', ['u']);
      expect(await states()).toEqual(['removed']);
    });

    test('pins: a changed definition is listed even if the tool was removed afterwards', async () => {
      const pin = { server: 's', tool: 't', digest: '1', definition: '{}' };
      await one.pins.add(pin);
      await one.pins.listed('s', ['t']);
      await one.pins.report({ ...pin, digest: '2' });
      await one.pins.listed('s', ['u']);
      expect((await two.pins.list()).map(({ state }) => state)).toEqual(['changed']);
    });

    test('pins: a separator inside a name does not produce the key of another tool', async () => {
      await one.pins.add({ server: 'a","b', tool: 'c', digest: '1', definition: '' });
      expect(await one.pins.get('a', 'b","c')).toBeUndefined();
    });

    test('cached values and locks expire even if the clock stands still or is set back', async () => {
      if (name === 'Redis') return; // Redis uses the clock of its server.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      onTestFinished(() => void vi.useRealTimers());
      await one.cache.set('token', 'abc', 1500);
      expect(await one.cache.acquireLock('lock', 1500)).toBe(true);
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(await two.cache.get('token')).toBe('abc');
      expect(await two.cache.acquireLock('lock', 1500)).toBe(false);
      await expect.poll(() => two.cache.get('token'), soon).toBeUndefined();
      await expect.poll(() => two.cache.acquireLock('lock', 60_000), soon).toBe(true);
      expect(await one.cache.acquireLock('lock', 60_000)).toBe(false);
    });

    test('cached values expire, and a lock has one owner', async () => {
      await one.cache.set('token', 'abc', 1000);
      expect(await two.cache.get('token')).toBe('abc');
      await expect.poll(() => two.cache.get('token'), soon).toBeUndefined();
      const acquired = await Promise.all(
        [one, two, one, two].map((store) => store.cache.acquireLock('lock', 60_000)),
      );
      expect(acquired.filter(Boolean)).toHaveLength(1);
      expect(await two.cache.remove('lock')).toBe(true);
      expect(await two.cache.acquireLock('lock', 60_000)).toBe(true);
    });

    test('secrets are encrypted again with a new key while the old one is accepted', async () => {
      const [old, current] = [readSecretKey('o'.repeat(40)), readSecretKey('n'.repeat(40))];
      const before = one.secrets(old);
      await before.set('github', 'ghp_very_secret');
      await one.secrets(readSecretKey('z'.repeat(40))).set('foreign', 'of another key');
      const sealed = before.seal('cached', 'a token');
      const both = two.secrets(current, [old]);
      expect(await both.get('github')).toBe('ghp_very_secret');
      expect([both.open('cached', sealed), both.isCurrent('cached', sealed)]).toEqual(['a token', false]);
      expect([await both.reseal(), await both.reseal()]).toEqual([1, 0]);
      expect(await one.secrets(current).get('github')).toBe('ghp_very_secret');
      await expect(before.get('github')).rejects.toThrow(/another key/);
      expect(await one.secrets(readSecretKey('z'.repeat(40))).get('foreign')).toBe('of another key');
    });

    test('secrets can be decrypted only with their key and under their name', async () => {
      const secrets = one.secrets(readSecretKey('x'.repeat(40)));
      await secrets.set('github', 'ghp_very_secret');
      expect(await two.secrets(readSecretKey('x'.repeat(40))).get('github')).toBe('ghp_very_secret');
      expect(await secrets.names()).toEqual(['github']);
      const stored = (await one.table.get('secret', 'github')) as string;
      expect(stored).not.toContain('very');
      await expect(one.secrets(readSecretKey('y'.repeat(40))).get('github')).rejects.toThrow(/another key/);
      await one.table.put('secret', 'gitlab', stored);
      await expect(secrets.get('gitlab')).rejects.toThrow(/cannot decrypt the secret `gitlab`/);
      expect(await secrets.remove('github')).toBe(true);
      expect(await secrets.get('github')).toBeUndefined();
    });

    test('a closed store throws', async () => {
      if (name === 'memory') return;
      await one.close();
      await expect((async () => one.counters.hit({ key: 'k', max: 1, windowMs: 1 }))()).rejects.toThrow(
        /closed/,
      );
    });
  });
}

describe('SQLite', () => {
  test('expired entries are deleted while the store is in use', async () => {
    const file = join(folder, 'swept.db');
    const store = openSqliteStore({ file });
    onTestFinished(() => store.close());
    const counter = { key: 'ended', max: 1, windowMs: 1 };
    await store.counters.hit(counter);
    await store.cache.set('expired', 'value', 1);
    await store.cache.set('valid', 'value', 60_000);
    const hits = Array.from({ length: 10_000 }, () =>
      store.counters.hit({ key: 'running', max: 20_000, windowMs: 60_000 }),
    );
    await Promise.all(hits);
    const database = new (createRequire(import.meta.url)('libsql'))(file);
    const keysOf = (table: string) =>
      database
        .prepare(`SELECT key FROM ${table}`)
        .all()
        .map(({ key }: { key: string }) => key);
    await expect.poll(() => [keysOf('entries'), keysOf('counters')]).toEqual([['valid'], ['running']]);
    database.close();
  });

  test('creates its file on first use, with mode 0600', async () => {
    const file = join(folder, 'lazy.db');
    const store = openSqliteStore({ file });
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    await store.table.put('grant', 'a', 'b');
    for (const end of ['', '-wal', '-shm']) expect(statSync(file + end).mode & 0o777).toBe(0o600);
    await store.close();
  });

  test('reopens a file that was removed and created again, and leaves the journal of the new file alone', async () => {
    const file = join(folder, `own${number++}.db`);
    const [first, second] = [openSqliteStore({ file }), openSqliteStore({ file })];
    await first.table.put('grant', 'old', 'yes');
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    await second.table.put('grant', 'new', 'yes');
    await expect.poll(() => first.table.get('grant', 'old'), { timeout: 5000 }).toBeUndefined();
    expect(await first.table.get('grant', 'new')).toBe('yes');
    await first.close();
    await second.table.put('grant', 'newer', 'yes');
    await second.close();
    const third = openSqliteStore({ file });
    expect((await third.table.list('grant')).map(({ key }) => key)).toEqual(['new', 'newer']);
    await third.close();
  });

  test('waits for the lock of another process without blocking the event loop', async () => {
    const file = join(folder, `own${number++}.db`);
    const store = openSqliteStore({ file });
    await store.table.put('grant', 'a', '1');
    const libsql = createRequire(import.meta.url).resolve('libsql');
    const code = `const D = require(${JSON.stringify(libsql)}); const d = new D(${JSON.stringify(file)}); d.exec('BEGIN IMMEDIATE'); process.stdout.write('locked'); process.stdin.on('data', () => d.exec('COMMIT')).on('end', () => process.exit());`;
    const locker = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(locker.stdout, 'data');
    const written = Promise.resolve(store.table.put('grant', 'b', '2'));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    // SQLite blocks for a few milliseconds per attempt; between two attempts, other code runs.
    await expect.poll(() => turns, { timeout: 3000 }).toBeGreaterThan(20);
    clearInterval(counting);
    locker.stdin.write('x');
    await written;
    expect(await store.table.get('grant', 'b')).toBe('2');
    locker.stdin.end();
    await once(locker, 'exit');
    await store.close();
  });

  test('names the file only in the details of the error, and recovers', async () => {
    const file = join(folder, 'was-a-folder');
    const reported: StoreError[] = [];
    const store = openSqliteStore({ file: join(file, 'x.db'), onFailure: (error) => reported.push(error) });
    writeFileSync(file, '');
    await expect((async () => store.counters.hit({ key: 'k', max: 1, windowMs: 1 }))()).rejects.toMatchObject(
      {
        code: 'STORE_UNAVAILABLE',
        message: 'the store cannot be used: EEXIST',
        details: expect.stringContaining('x.db'),
      },
    );
    expect(reported.map(({ message }) => message)).toEqual(['the store cannot be used: EEXIST']);
    rmSync(file);
    expect(await store.counters.hit({ key: 'k', max: 1, windowMs: 1 })).toBeUndefined();
    await store.close();
  });

  test.runIf(process.platform === 'linux')('throws where no folder can be created', async () => {
    const store = openSqliteStore({ file: '/proc/claw/state.db' });
    await expect((async () => store.table.get('grant', 'a'))()).rejects.toMatchObject({
      message: 'the store cannot be used: ENOENT',
      details: expect.stringContaining(
        'cannot create the folder `/proc/claw`: `/proc` does not accept new folders',
      ),
    });
    await store.close();
  });
});

describe.runIf(redisIsInstalled)('Redis', () => {
  const detailsOf = async (url: string) => {
    const store = openRedisStore({ url });
    onTestFinished(() => store.close());
    const { details } = await Promise.resolve(store.table.get('gateway', 'a')).catch((error) => error);
    return details;
  };

  test('a database that the server does not have is not replaced by another one', async () => {
    const { url } = redis as RedisServer;
    expect(await detailsOf(`${url}9999`)).toMatch(/cannot be used: .*DB index is out of range/);
    expect(await detailsOf(`${url}nine`)).toMatch(/`\/nine` is not the number of a database/);
    const [nine, zero] = [openRedisStore({ url: `${url}9` }), openRedisStore({ url })];
    await nine.table.put('gateway', 'of-nine', '9');
    expect(await zero.table.get('gateway', 'of-nine')).toBeUndefined();
    await Promise.all([nine.close(), zero.close()]);
  });

  test('the error for a missing server contains its address and the reason', async () => {
    expect(await detailsOf('redis://127.0.0.1:1')).toMatch(/`127\.0\.0\.1:1` cannot be used: .*ECONNREFUSED/);
  });

  test('throws while the server is down, and reconnects when it is back', async () => {
    const server = await RedisServer.start();
    const store = openRedisStore({ url: server.url });
    const hit = async () => store.counters.hit({ key: 'k', max: 1000, windowMs: 60_000 });
    expect(await hit()).toBeUndefined();
    await server.pause();
    await expect(hit()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await server.resume();
    await expect.poll(() => hit().catch(() => 'refused'), { timeout: 20_000 }).toBeUndefined();
    await store.close();
    await server.stop();
  });
});

const keys = [
  { name: 'hexadecimal digits', text: '00'.repeat(32), first: 0 },
  { name: 'base64', text: Buffer.alloc(32, 7).toString('base64'), first: 7 },
  {
    name: 'base64url without padding',
    text: Buffer.alloc(32, 7).toString('base64').replace('=', ''),
    first: 7,
  },
];
for (const { name, text, first } of keys)
  test(`a key in ${name}`, () => expect(readSecretKey(text)).toEqual(Buffer.alloc(32, first)));
test('a short key is rejected', () => expect(() => readSecretKey('hunter2')).toThrow(/too short/));
