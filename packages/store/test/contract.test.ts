// What every store must do, asked of each.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  type RateLimit,
  readSecretKey,
  type Store,
  type StoreError,
} from '../src/index.js';
import { hasRedis, RedisServer } from './redis-server.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-store-'));
let redis: RedisServer | undefined;
const redisIsThere = hasRedis();
beforeAll(async () => {
  if (redisIsThere) redis = await RedisServer.start();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true });
});

let number = 0;
/** Two ways into the same store; what holds between them holds between processes. */
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
  ...(redisIsThere
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
      // Both are awake: what is measured in milliseconds later must not wait for a library.
      for (const store of [one, two]) await store.cells.get('grant', 'nothing');
    });
    afterEach(async () => {
      await one.close();
      await two.close();
    });

    describe('cells', () => {
      test('what one writes the other reads', async () => {
        await one.cells.put('grant', 'a', 'first');
        expect(await two.cells.get('grant', 'a')).toBe('first');
        await two.cells.put('grant', 'a', 'second');
        expect(await one.cells.get('grant', 'a')).toBe('second');
        expect(await one.cells.get('approval', 'a')).toBeUndefined();
      });

      test('of many who add, replace or remove at once, one succeeds', async () => {
        const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).cells);
        const wins = async (attempt: (cells: Store['cells'], index: number) => unknown) =>
          (await Promise.all(tries.map(attempt))).filter(Boolean).length;
        expect(await wins((cells, index) => cells.add('grant', 'x', `v${index}`))).toBe(1);
        const value = (await one.cells.get('grant', 'x')) as string;
        expect(await wins((cells, index) => cells.replace('grant', 'x', value, `w${index}`))).toBe(1);
        expect(await wins((cells) => cells.remove('grant', 'x'))).toBe(1);
        expect(await one.cells.get('grant', 'x')).toBeUndefined();
      });

      test('replacing something else, or nothing, changes nothing', async () => {
        expect(await one.cells.replace('grant', 'x', 'a', 'b')).toBe(false);
        await one.cells.put('grant', 'x', 'c');
        expect(await one.cells.replace('grant', 'x', 'a', 'b')).toBe(false);
        expect(await two.cells.get('grant', 'x')).toBe('c');
      });

      test('are listed by the beginning of their key, in order', async () => {
        for (const key of ['b:2', 'a*:1', 'b:1', 'a', 'b', '[b', 'ü:1'])
          await one.cells.put('grant', key, `value of ${key}`);
        await one.cells.put('approval', 'b:3', 'elsewhere');
        expect(await two.cells.list('grant', 'b:')).toEqual([
          { key: 'b:1', value: 'value of b:1' },
          { key: 'b:2', value: 'value of b:2' },
        ]);
        expect((await two.cells.list('grant', 'a*')).map(({ key }) => key)).toEqual(['a*:1']);
        expect(await two.cells.list('grant')).toHaveLength(7);
        await one.cells.remove('grant', 'b:1');
        expect(await two.cells.list('grant', 'b:')).toHaveLength(1);
      });

      test('what has expired is not there: not read, not listed, not removed, and may be added again', async () => {
        await one.cells.put('grant', 'x', 'old', Date.now() + 1000);
        expect(await one.cells.add('grant', 'y', 'old', Date.now() + 1000)).toBe(true);
        expect(await one.cells.get('grant', 'x')).toBe('old');
        await expect.poll(() => two.cells.get('grant', 'x'), soon).toBeUndefined();
        await expect.poll(() => two.cells.list('grant'), soon).toEqual([]);
        expect(await two.cells.remove('grant', 'x')).toBe(false);
        expect(await two.cells.replace('grant', 'x', 'old', 'new')).toBe(false);
        expect(await two.cells.add('grant', 'x', 'new')).toBe(true);
        expect(await one.cells.get('grant', 'x')).toBe('new');
      });

      test('a replaced cell has its new expiry', async () => {
        await one.cells.put('grant', 'x', 'a', Date.now() + 1000);
        expect(await one.cells.replace('grant', 'x', 'a', 'b')).toBe(true);
        await one.cells.put('grant', 'y', 'a', Date.now() + 1000);
        await expect.poll(() => one.cells.get('grant', 'y'), soon).toBeUndefined();
        expect(await one.cells.get('grant', 'x')).toBe('b');
      });

      test('a change by anybody wakes whoever watches, until it stops watching', async () => {
        let [changes, others] = [0, 0];
        const stop = one.cells.watch(() => changes++);
        one.cells.watch(() => others++);
        await one.cells.get('grant', 'x');
        for (const cells of [two.cells, one.cells]) {
          const before = changes;
          // A watcher that has just come may miss what happens at the same moment, so it happens until it is seen.
          await expect
            .poll(async () => {
              await cells.put('approval', 'x', 'y');
              return changes;
            }, soon)
            .toBeGreaterThan(before);
        }
        stop();
        const [before, seen] = [changes, others];
        await expect
          .poll(async () => {
            await two.cells.put('approval', 'x', 'z');
            return others;
          }, soon)
          .toBeGreaterThan(seen);
        expect(changes).toBe(before);
      });
    });

    describe('counters', () => {
      const limit = (more: Partial<RateLimit> = {}): RateLimit => ({
        key: 'k',
        max: 3,
        windowMs: 60_000,
        ...more,
      });

      test('let exactly so many pass, whoever asks at once', async () => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).counters.hit(limit({ max: 25 }))),
        );
        expect(answers.filter((wait) => wait === undefined)).toHaveLength(25);
        for (const wait of answers.filter((each) => each !== undefined)) expect(wait).toBeGreaterThan(50);
        expect(await one.counters.hit(limit({ key: 'another' }))).toBeUndefined();
      });

      test('begin again when the window is over', async () => {
        const short = limit({ max: 1, windowMs: 1000 });
        expect(await one.counters.hit(short)).toBeUndefined();
        expect(await two.counters.hit(short)).toBe(1);
        await expect.poll(() => two.counters.hit(short), soon).toBeUndefined();
      });

      test('a window of a clock that was put back locks nobody out', async () => {
        // To a clock that goes back by an hour, the end of a minute is as far away as that of this window.
        expect(await one.counters.hit(limit({ max: 1, windowMs: 3_600_000 }))).toBeUndefined();
        expect(await two.counters.hit(limit({ max: 1 }))).toBeUndefined();
        expect(await two.counters.hit(limit({ max: 1 }))).toBeGreaterThan(50);
      });

      test('a ban of a clock that was put back begins anew, and lasts no longer than a ban', async () => {
        const banning = (ms: number) => limit({ max: 0, ban: { after: 1, ms } });
        expect(await one.counters.hit(banning(36_000_000))).toBeGreaterThan(35_990);
        for (const store of [two, one]) {
          const wait = await store.counters.hit(banning(600_000));
          expect(wait).toBeGreaterThan(590);
          expect(wait).toBeLessThanOrEqual(600);
        }
      });

      test('a window that restarts on each hit stays closed to whoever knocks', async () => {
        const knocking = limit({ max: 1, windowMs: 1000, restartOnHit: true });
        const plain = limit({ key: 'plain', max: 1, windowMs: 1000 });
        await one.counters.hit(knocking);
        await one.counters.hit(plain);
        // The plain one opens while we knock at both; the other cannot have opened by then.
        await expect
          .poll(async () => {
            expect(await two.counters.hit(knocking)).toBe(1);
            return two.counters.hit(plain);
          }, soon)
          .toBeUndefined();
        expect(await two.counters.hit(knocking)).toBe(1);
      });

      test('ban after so many refusals, also when the window is over', async () => {
        const banning = limit({ max: 1, windowMs: 1000, ban: { after: 2, ms: 600_000 } });
        expect(await one.counters.hit(banning)).toBeUndefined();
        expect(await one.counters.hit(banning)).toBe(1);
        expect(await two.counters.hit(banning)).toBeGreaterThan(590);
        const window = limit({ key: 'window', max: 1, windowMs: 1100 });
        await one.counters.hit(window);
        await expect.poll(() => one.counters.hit(window), soon).toBeUndefined();
        expect(await one.counters.hit(banning)).toBeGreaterThan(590);
      });

      test('let nothing pass with a limit of nothing', async () => {
        expect(await one.counters.hit(limit({ max: 0 }))).toBeGreaterThan(50);
      });
    });

    test('pins: what a server takes back is no longer reported', async () => {
      const pin = { server: 's', tool: 't', digest: 'd1', definition: '{}' };
      await one.pins.add(pin);
      await one.pins.report({ ...pin, digest: 'd2' });
      await two.pins.report(pin);
      expect(await one.pins.openChange('s', 't')).toBeUndefined();
      expect(await one.pins.list()).toEqual([{ accepted: pin, reported: undefined, state: 'accepted' }]);
      expect(await one.pins.accept('s', 't', 'd2')).toBe(false);
    });

    test('pins: the first definition is trusted, another is reported until it is accepted', async () => {
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
        { accepted: changed, reported: undefined, state: 'accepted' },
      ]);
      expect(await two.pins.list('x')).toEqual([]);
    });

    test('pins: a tool that a known server adds is new until it is accepted', async () => {
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

    test('pins: a tool that is gone is told until that is accepted, and stays pinned', async () => {
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
      // It is back, and nobody has accepted that.
      await one.pins.report(pin);
      expect(await states()).toEqual(['new']);
      await one.pins.listed('s', ['u']);
      expect(await states()).toEqual(['removed']);
    });

    test('pins: what was offered last is shown, even when it is offered no more', async () => {
      const pin = { server: 's', tool: 't', digest: '1', definition: '{}' };
      await one.pins.add(pin);
      await one.pins.listed('s', ['t']);
      await one.pins.report({ ...pin, digest: '2' });
      await one.pins.listed('s', ['u']);
      expect((await two.pins.list()).map(({ state }) => state)).toEqual(['changed']);
    });

    test('pins: names cannot be read as other names', async () => {
      await one.pins.add({ server: 'a","b', tool: 'c', digest: '1', definition: '' });
      expect(await one.pins.get('a', 'b","c')).toBeUndefined();
    });

    test('values and claims expire while the clock stands still, or is put back', async () => {
      if (name === 'Redis') return; // Its own clock decides there.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      onTestFinished(() => void vi.useRealTimers());
      await one.values.set('token', 'abc', 1500);
      expect(await one.values.claim('lock', 1500)).toBe(true);
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(await two.values.get('token')).toBe('abc');
      expect(await two.values.claim('lock', 1500)).toBe(false);
      await expect.poll(() => two.values.get('token'), soon).toBeUndefined();
      await expect.poll(() => two.values.claim('lock', 60_000), soon).toBe(true);
      expect(await one.values.claim('lock', 60_000)).toBe(false);
    });

    test('values expire, and a claim has one owner', async () => {
      await one.values.set('token', 'abc', 1000);
      expect(await two.values.get('token')).toBe('abc');
      await expect.poll(() => two.values.get('token'), soon).toBeUndefined();
      const claims = await Promise.all(
        [one, two, one, two].map((store) => store.values.claim('lock', 60_000)),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await two.values.remove('lock')).toBe(true);
      expect(await two.values.claim('lock', 60_000)).toBe(true);
    });

    test('secrets are sealed: with the key they open, without it or under another name they do not', async () => {
      const secrets = one.secrets(readSecretKey('x'.repeat(40)));
      await secrets.set('github', 'ghp_very_secret');
      expect(await two.secrets(readSecretKey('x'.repeat(40))).get('github')).toBe('ghp_very_secret');
      expect(await secrets.names()).toEqual(['github']);
      const kept = (await one.cells.get('secret', 'github')) as string;
      expect(kept).not.toContain('very');
      await expect(one.secrets(readSecretKey('y'.repeat(40))).get('github')).rejects.toThrow(/another key/);
      await one.cells.put('secret', 'gitlab', kept);
      await expect(secrets.get('gitlab')).rejects.toThrow(/`gitlab` cannot be opened/);
      expect(await secrets.remove('github')).toBe(true);
      expect(await secrets.get('github')).toBeUndefined();
    });

    test('a closed store refuses', async () => {
      if (name === 'memory') return;
      await one.close();
      await expect((async () => one.counters.hit({ key: 'k', max: 1, windowMs: 1 }))()).rejects.toThrow(
        /closed/,
      );
    });
  });
}

describe('SQLite', () => {
  test('opens no file before it is asked something, and then a private one', async () => {
    const file = join(folder, 'lazy.db');
    const store = openSqliteStore({ file });
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    await store.cells.put('grant', 'a', 'b');
    for (const end of ['', '-wal', '-shm']) expect(statSync(file + end).mode & 0o777).toBe(0o600);
    await store.close();
  });

  test('follows the file: one that was removed is not asked any more, and its journal takes nothing with it', async () => {
    const file = join(folder, `own${number++}.db`);
    const [first, second] = [openSqliteStore({ file }), openSqliteStore({ file })];
    await first.cells.put('grant', 'old', 'yes');
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    await second.cells.put('grant', 'new', 'yes');
    await expect.poll(() => first.cells.get('grant', 'old'), { timeout: 5000 }).toBeUndefined();
    expect(await first.cells.get('grant', 'new')).toBe('yes');
    await first.close();
    await second.cells.put('grant', 'newer', 'yes');
    await second.close();
    const third = openSqliteStore({ file });
    expect((await third.cells.list('grant')).map(({ key }) => key)).toEqual(['new', 'newer']);
    await third.close();
  });

  test('a lock of another process makes whoever needs it wait, and nobody else', async () => {
    const file = join(folder, `own${number++}.db`);
    const store = openSqliteStore({ file });
    await store.cells.put('grant', 'a', '1');
    const libsql = createRequire(import.meta.url).resolve('libsql');
    const code = `const D = require(${JSON.stringify(libsql)}); const d = new D(${JSON.stringify(file)}); d.exec('BEGIN IMMEDIATE'); process.stdout.write('locked'); process.stdin.on('data', () => d.exec('COMMIT')).on('end', () => process.exit());`;
    const locker = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(locker.stdout, 'data');
    const written = Promise.resolve(store.cells.put('grant', 'b', '2'));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    // A lock is tried for on the spot for some milliseconds each time; between, others have their turn.
    await expect.poll(() => turns, { timeout: 3000 }).toBeGreaterThan(20);
    clearInterval(counting);
    locker.stdin.write('x');
    await written;
    expect(await store.cells.get('grant', 'b')).toBe('2');
    locker.stdin.end();
    await once(locker, 'exit');
    await store.close();
  });

  test('says to its owner alone which file it cannot use, and recovers', async () => {
    const file = join(folder, 'was-a-folder');
    const told: StoreError[] = [];
    const store = openSqliteStore({ file: join(file, 'x.db'), onFailure: (error) => told.push(error) });
    writeFileSync(file, '');
    await expect((async () => store.counters.hit({ key: 'k', max: 1, windowMs: 1 }))()).rejects.toMatchObject(
      {
        code: 'STORE_UNAVAILABLE',
        message: 'the store cannot be used: EEXIST',
        details: expect.stringContaining('x.db'),
      },
    );
    expect(told.map(({ message }) => message)).toEqual(['the store cannot be used: EEXIST']);
    rmSync(file);
    expect(await store.counters.hit({ key: 'k', max: 1, windowMs: 1 })).toBeUndefined();
    await store.close();
  });

  test.runIf(process.platform === 'linux')('refuses where no folder can ever be made', async () => {
    const store = openSqliteStore({ file: '/proc/claw/state.db' });
    await expect((async () => store.cells.get('grant', 'a'))()).rejects.toMatchObject({
      message: 'the store cannot be used: ENOENT',
      details: expect.stringContaining('`/proc/claw` cannot be made: `/proc` takes no folders'),
    });
    await store.close();
  });
});

describe.runIf(redisIsThere)('Redis', () => {
  test('refuses while the server is away, and goes on by itself when it is back', async () => {
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
test('a short key is refused', () => expect(() => readSecretKey('hunter2')).toThrow(/too short/));
