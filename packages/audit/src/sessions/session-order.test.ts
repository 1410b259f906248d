import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionName } from '../format/file-names.js';
import { retireSessions } from './retention.js';
import { currentPart, joinOrder, readOrder, trimOrder } from './session-order.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-order-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns names whose order does not depend on time, with ids of processes that do not exist. */
const nameOf = (index: number) => sessionName(1_000_000 - index, 4_000_000 + index, 'ab');
const parts = () => readdirSync(folder).filter((name) => name.startsWith('sessions.order'));

/** Starts sessions one after the other. */
function begin(count: number, from = 0): string[] {
  const sessions = Array.from({ length: count }, (_, index) => nameOf(from + index));
  for (const session of sessions) joinOrder(folder, session);
  return sessions;
}

test('each session refers to the previous one, even in another part of the list', async () => {
  const sessions: string[] = [];
  for (let index = 0; index < 1500; index++) {
    const session = nameOf(index);
    expect(joinOrder(folder, session)[0]).toBe(sessions.at(-1));
    sessions.push(session);
  }
  expect(parts().length).toBeGreaterThan(2);
  expect(await readOrder(folder)).toEqual(sessions);
});

test('a list from an earlier version is continued, whatever its length', async () => {
  const old = Array.from({ length: 5000 }, (_, index) => nameOf(index));
  writeFileSync(join(folder, 'sessions.order'), `${old.join('\n')}\n`);
  expect(joinOrder(folder, nameOf(5000))[0]).toBe(old.at(-1));
  expect(parts()).toEqual(['sessions.order', 'sessions.order.2']);
  expect(await readOrder(folder)).toEqual([...old, nameOf(5000)]);
});

test('later sessions see an entry in a part that has just become full', () => {
  const part = currentPart(folder);
  const [last] = begin(700).slice(-1) as [string];
  const late = nameOf(1900);
  expect(currentPart(folder)).toBeGreaterThan(part);
  expect(joinOrder(folder, late, part)[0]).toBe(last);
  expect(joinOrder(folder, nameOf(1901))[0]).toBe(late);
});

test('sessions in a new part see an entry that was added to the full part before', () => {
  const part = currentPart(folder);
  for (let next = 0; currentPart(folder) === part; next++) begin(1, next);
  const late = nameOf(1900);
  joinOrder(folder, late, part);
  expect(joinOrder(folder, nameOf(1901))[0]).toBe(late);
});

test('parts without sessions are removed, except the newest two', async () => {
  const sessions = begin(2500);
  const count = parts().length;
  expect(count).toBeGreaterThan(4);
  const kept = sessions[0] as string;
  await Promise.all([1, 2, 3].map(() => trimOrder(folder, (session) => session === kept)));
  expect(parts()).toHaveLength(3);
  expect(parts()).toContain('sessions.order');
  expect((await readOrder(folder))[0]).toBe(kept);
  await trimOrder(folder, () => false);
  expect(parts()).toHaveLength(2);
  expect(joinOrder(folder, nameOf(3000))[0]).toBe(sessions.at(-1));
});

test('retention also removes the parts of removed sessions', async () => {
  const sessions = begin(2000);
  for (const session of sessions) {
    writeFileSync(join(folder, `${session}.0001.jsonl`), 'x'.repeat(10));
    writeFileSync(join(folder, `${session}.checkpoint`), '');
  }
  const before = parts().length;
  await retireSessions(folder, 'own', 5000, () => {});
  expect(parts().length).toBeLessThan(before - 1);
  const order = await readOrder(folder);
  for (const session of sessions.slice(-500)) expect(order).toContain(session);
});

test('a folder or link at the path of a part does not prevent writing', () => {
  begin(3);
  mkdirSync(join(folder, 'sessions.order.7'));
  expect(joinOrder(folder, nameOf(9))).toEqual([]);
});
