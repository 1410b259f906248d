// One of several processes that share a file. `hit` prints how many hits were allowed; `wait` waits for an entry and prints
// the milliseconds between the write and the notification.
//
//   node shared-process.mjs FILE hit MAX TIMES | node shared-process.mjs FILE wait KEY

import { openSqliteStore } from '../dist/index.js';

const [file, action, ...rest] = process.argv.slice(2);
const store = openSqliteStore({ file });
if (action === 'hit') {
  const [max, times] = rest.map(Number);
  let allowed = 0;
  for (let index = 0; index < times; index++)
    if ((await store.counters.hit({ key: 'shared', max, windowMs: 600_000 })) === undefined) allowed++;
  process.stdout.write(`${allowed}\n`);
  await store.close();
} else {
  const check = async () => {
    const value = await store.table.get('approval', rest[0]);
    if (value === undefined) return;
    process.stdout.write(`${Date.now() - Number(value)}\n`);
    process.exit(0);
  };
  store.table.watch(() => void check());
  await check();
  process.stdout.write('waiting\n');
  setInterval(() => {}, 1000);
}
