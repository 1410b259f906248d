// Writes records as fast as it can, and says each number that was acknowledged. Somebody will kill it.
//
//   node writer.mjs FOLDER [KEY] [MAX_SIZE]

import { writeSync } from 'node:fs';
import { openAuditLog } from '../dist/index.js';

const [folder, key = '', maxSize = '20000'] = process.argv.slice(2);
const log = openAuditLog({ folder, server: 'killed', key, maxSize: Number(maxSize), keep: 1000 });

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
  params: `{"name":"read_file","arguments":{"path":"/a/${id}"}}`,
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
});

for (let id = 1; ; id++) {
  log.count('client-to-server');
  if (id % 97 === 0) log.checkpoint();
  try {
    writeSync(1, `${log.record(entry(id))}\n`);
  } catch (error) {
    writeSync(1, `refused ${error.cause?.code ?? error.code ?? error.message}\n`);
    // Slowly: whoever watches has to do something about it.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (id % 16 === 0) await new Promise(setImmediate);
}
