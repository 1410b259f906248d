// Writes records as fast as possible and prints each acknowledged number, until it is killed.
//
//   node writer.mjs FOLDER [KEY] [MAX_SIZE] [GROUP]

import { writeSync } from 'node:fs';
import { openAuditLog } from '../dist/index.js';

const [folder, key = '', maxSize = '20000', group = '1'] = process.argv.slice(2);
const size = Number(group);
// The limit is high enough that retention removes nothing, because the tests count sessions.
const options = { folder, server: 'killed', key, maxSize: Number(maxSize), keep: 100_000, grouped: size > 1 };
const log = openAuditLog(options);

const entry = (id) => ({
  kind: 'decision',
  time: Date.now(),
  direction: 'client-to-server',
  id: String(id),
  method: 'tools/call',
  tool: 'read_file',
  client: 'test',
  identity: undefined,
  decision: 'allow',
  rule: 'projects',
  reason: 'it is a project',
  findings: [],
  trail: [],
  decideUs: 12,
  arguments: `{"path":"/a/${id}"}`,
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
});

/** Writes one group of records and returns the last number; the group counts as a whole. */
function recordGroup(first) {
  let seq = 0;
  const before = log.group?.lost ?? 0;
  for (let id = first; id < first + size; id++) {
    seq = log.record(entry(id));
    // A checkpoint can run at any time and may be the first to notice that the disk is full.
    if (id % 97 === 0) log.checkpoint();
  }
  log.group?.commit();
  if ((log.group?.lost ?? 0) > before) throw new Error(log.group.lossReason);
  return seq;
}

for (let id = 1; ; id += size) {
  log.count('client-to-server');
  try {
    writeSync(1, `${recordGroup(id)}\n`);
  } catch (error) {
    writeSync(1, `refused ${error.cause?.code ?? error.code ?? error.message}\n`);
    // A slow writer, because the test has to react.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (id % 16 === 0) await new Promise(setImmediate);
}
