// Measures the processor time for checking a call, compared with forwarding it: one call and its response of 1 KiB
// each pass through a relay in this process, without an inspector, with a policy that checks nothing, and with the
// balanced preset.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Relay } from '@claw/jsonrpc-stream';
import { createFirewall, createPipeline } from '@claw/pipeline';
import { compilePolicy, loadPolicy, presetText } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';

const calls = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 5);
const only = process.argv[4];

const clock = {
  now: Date.now,
  ticks: () => performance.now() * 1000,
  after: () => () => {},
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
const shell = await loadShell();

async function firewall(text) {
  const policy = await loadPolicy(text);
  const environment = { platform: 'linux', home: '/home/u', cwd: '/home/u/project' };
  const pipeline = createPipeline(policy, {
    compile: (one) => compilePolicy(one, { environment, shell }),
    digest: (one) => createHash('sha256').update(one).digest('hex'),
  });
  return createFirewall({ pipeline: () => pipeline, server: 'bench', clock });
}

const open = readFileSync(new URL('../../../fixtures/homes/open.toml', import.meta.url), 'utf8');
const variants = {
  relay: undefined,
  'looks at nothing': await firewall(open),
  balanced: await firewall(presetText('balanced')),
};

const words = 'plain words about gardens rivers and quiet towns at noon ';
const payload = words.repeat(20).slice(0, 920);
const encoder = new TextEncoder();
const request = (id) =>
  encoder.encode(
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"payload":"${payload}"}}}\n`,
  );
const answer = (id) =>
  encoder.encode(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${payload}"}]}}\n`);

function run(connect) {
  let passed = 0;
  const count = () => {
    passed += 1;
  };
  const relay = new Relay({ toClient: count, toServer: count, ...(connect && { connect }) });
  const started = process.cpuUsage();
  for (let id = 1; id <= calls; id += 1) {
    relay.fromClient(request(id));
    relay.fromServer(answer(id));
  }
  const { user, system } = process.cpuUsage(started);
  if (passed !== 2 * calls) throw new Error(`only ${passed} of ${2 * calls} messages passed`);
  return (user + system) / calls;
}

const results = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, connect] of Object.entries(variants))
    if (only === undefined || only === name) results[name].push(run(connect));
for (const [name, times] of Object.entries(results))
  console.log(`${name.padEnd(18)} ${times.map((time) => time.toFixed(1)).join('  ')} µs a call`);
