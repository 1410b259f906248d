// One of several processes that share a file: hits a counter as often as it can, and says how often it passed; or
// waits for a cell and says when it came.
//
//   node member.mjs FILE hit MAX TIMES | node member.mjs FILE wait KEY

import { openSqliteStore } from '../dist/index.js';

const [file, what, ...rest] = process.argv.slice(2);
const store = openSqliteStore({ file });
if (what === 'hit') {
  const [max, times] = rest.map(Number);
  let passed = 0;
  for (let index = 0; index < times; index++)
    if ((await store.counters.hit({ key: 'shared', max, windowMs: 600_000 })) === undefined) passed++;
  process.stdout.write(`${passed}\n`);
  await store.close();
} else {
  const look = async () => {
    const value = await store.cells.get('approval', rest[0]);
    if (value === undefined) return;
    process.stdout.write(`${Date.now() - Number(value)}\n`);
    process.exit(0);
  };
  store.cells.watch(() => void look());
  await look();
  process.stdout.write('waiting\n');
  setInterval(() => {}, 1000);
}
