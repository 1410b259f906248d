// Runs the same setup as `compose.yaml` without containers: an upstream server, Redis, two nodes and a load balancer.
// Checks that a limit applies to both nodes together, that results are redacted, and that calls still succeed after a
// node is killed.

import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort, start, stop, stopAll } from './processes.mjs';

if (spawnSync('redis-server', ['--version']).error) {
  console.log('This example needs `redis-server`; install it with your package manager.');
  process.exit(0);
}

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const manifest = createRequire(import.meta.url).resolve('@claw/cli/package.json');
const program = join(dirname(manifest), 'dist', 'main.cjs');
const folder = mkdtempSync(join(tmpdir(), 'claw-example-'));
const adminToken = randomBytes(32).toString('hex');
const agentKey = randomBytes(32).toString('hex');
const secretKey = randomBytes(32).toString('hex');

try {
  const upstream = await start('node', [here('upstream.mjs'), '0', '127.0.0.1'], /serving on (\d+)/);
  const redisPort = await freePort();
  const redisArguments = ['--port', redisPort, '--bind', '127.0.0.1', '--dir', folder, '--save', ''].map(
    String,
  );
  await start('redis-server', redisArguments, /(Ready to accept connections)/);
  const config = join(folder, 'gateway.toml');
  writeFileSync(
    config,
    readFileSync(here('gateway.toml'), 'utf8').replaceAll('files:8000', `127.0.0.1:${upstream.found}`),
  );
  const startNode = (name) =>
    start(
      'node',
      [
        program,
        'gateway',
        '--config',
        config,
        '--host',
        '127.0.0.1',
        '--port',
        '0',
        '--redis',
        `redis://127.0.0.1:${redisPort}`,
      ],
      /Listening on (http:\/\/[\w.:]+)/,
      {
        CLAWDEFENDER_HOME: join(folder, name),
        CLAWDEFENDER_ADMIN_TOKEN: adminToken,
        CLAWDEFENDER_SECRET_KEY: secretKey,
        AGENT_KEY: agentKey,
      },
    );
  const nodes = [await startNode('node1'), await startNode('node2')];
  const origins = nodes.map(({ found }) => found);
  const balancer = await start(
    'node',
    [here('balancer.mjs'), '0', '127.0.0.1', ...origins],
    /balancing on (\d+)/,
  );
  const origin = `http://127.0.0.1:${balancer.found}`;
  const client = new Client({ name: 'example', version: '1.0.0' });
  const headers = { authorization: `Bearer ${agentKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp/files`), { requestInit: { headers } }),
  );

  const call = () =>
    client.callTool({ name: 'list_dir', arguments: {} }).then(
      ({ content }) => content[0].text,
      () => 'refused',
    );
  const results = [];
  for (let count = 0; count < 6; count += 1) results.push(await call());
  console.log('six calls over both nodes, three allowed:', results.join(' | '));
  assert.deepEqual(results, [...Array(3).fill('owner: ***'), ...Array(3).fill('refused')]);

  await stop(nodes[0].child);
  const listed = await client.listTools();
  console.log(
    'one node was killed; tools are still listed:',
    listed.tools.map(({ name }) => name).join(', '),
  );
  assert.deepEqual(
    listed.tools.map(({ name }) => name),
    ['list_dir'],
  );

  const response = await fetch(`${origin}/api/mcp/files`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  assert.equal((await response.json()).source, 'file');
  await client.close();
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}
