// Measures the cost of an audit record: text, hash, write and checkpoint file, separately and together. A call has
// two records: its decision and its reply. Run `pnpm --filter @claw/audit run build` first.
//
//   node packages/audit/bench/main.mjs [--records N] [--folder DIR]

import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAuditLog } from '../dist/index.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const records = Number(values.records);
const folder = mkdtempSync(join(values.folder, 'audit-bench-'));

const call = (id) => ({
  kind: 'decision',
  time: Date.now(),
  direction: 'client-to-server',
  id: String(id),
  method: 'tools/call',
  tool: 'read_text_file',
  client: 'bench',
  identity: undefined,
  decision: 'allow',
  rule: 'projects',
  reason: 'rule `projects` matched',
  findings: [],
  trail: [],
  decideUs: 21.4,
  arguments: '{"path":"/home/user/projects/notes/today.md","head":20}',
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
});
const reply = (id, callSeq) => ({
  ...call(id),
  kind: 'reply',
  direction: 'server-to-client',
  arguments: undefined,
  callSeq,
  latencyUs: 812,
});

function measure(name, count, act) {
  for (let index = 0; index < count / 10; index++) act(index);
  const times = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (let index = 0; index < count / 5; index++) act(index);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / (count / 5));
  }
  times.sort((a, b) => a - b);
  process.stdout.write(
    `${name.padEnd(44)} ${times[2].toFixed(2).padStart(7)} µs CPU (${times[0].toFixed(2)}–${times[4].toFixed(2)})\n`,
  );
}

const plain = openSync(join(folder, 'plain'), 'w');
const line = Buffer.alloc(520, 'x');
measure('only write(2) of 520 bytes', records, () => writeSync(plain, line, 0, line.length, 0));

for (const group of [2, 8, 64]) {
  const log = openAuditLog({ folder: join(folder, `group${group}`), server: 'bench', grouped: true });
  let open = 0;
  measure(`one call, written in groups of ${group} records`, records, (id) => {
    log.count('client-to-server');
    const seq = log.record(call(id));
    log.count('server-to-client');
    log.record(reply(id, seq));
    open += 2;
    if (open < group) return;
    log.group?.commit();
    open = 0;
  });
  log.close();
}

for (const [name, key] of [
  ['plain hashes', undefined],
  ['keyed hashes', 'bench'],
]) {
  const log = openAuditLog({ folder: join(folder, name), server: 'bench', key });
  measure(`one decision, ${name}`, records, (id) => log.record(call(id)));
  measure(`one call: decision and reply, ${name}`, records, (id) => {
    log.count('client-to-server');
    const seq = log.record(call(id));
    log.count('server-to-client');
    log.record(reply(id, seq));
  });
  log.close();
}
rmSync(folder, { recursive: true });
