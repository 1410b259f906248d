// The measured relays, each in a separate process.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onCore } from './cores.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The running processes in the order of their start, so that they can be ended. */
const running = [];

function start(command, args, { isRelay = true, ...options }) {
  const child = spawn(...onCore(isRelay, command, args), options);
  running.push(() => child.kill('SIGKILL'));
  return child;
}

/** Starts a script that prints its port. */
async function startScript(script, args, isRelay) {
  const options = { stdio: ['ignore', 'pipe', 'inherit'], isRelay };
  const child = start(process.execPath, [at(script), ...args], options);
  const failed = once(child, 'exit').then(() => {
    throw new Error(`${script} did not start; \`npm run prove -- --only http-load\` installs what it needs`);
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), failed]);
  return { port: Number(line.toString()), pid: child.pid };
}

/** Starts the upstream server of all relays. */
export const startUpstream = () => startScript('upstream.mjs', [], false);

const startRelay = (script, upstream) => startScript(script, [upstream], true);

/** Starts the whole program with the default preset, including its log. */
async function startProgram(upstream) {
  const home = mkdtempSync(join(tmpdir(), 'claw-bench-'));
  const program = at('../../cli/dist/main.cjs');
  const args = [program, 'proxy', '--url', `http://127.0.0.1:${upstream}/`, '--listen', '127.0.0.1:0'];
  const env = { ...process.env, CLAWDEFENDER_HOME: home };
  const child = start(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  running.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  let said = '';
  for await (const chunk of child.stderr) {
    said += chunk;
    const port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (port === undefined) continue;
    return { port: Number(port), pid: child.pid };
  }
  throw new Error(`the program did not start: ${said}`);
}

const nginxConfig = (folder, port, upstream) => `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 8192; }
http {
  access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; client_max_body_size 20m;
  fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  keepalive_requests 1000000; proxy_read_timeout 1h;
  upstream server_behind { server 127.0.0.1:${upstream}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://server_behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off;
    }
  }
}`;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isUp = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });

/** Starts nginx with one process, like our proxy. Returns undefined if it is not installed. */
async function startNginx(upstream) {
  if (spawnSync('nginx', ['-v']).error !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'claw-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port, upstream));
  const child = start('nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { port, pid: child.pid };
}

/** Starts all relays and returns them by their names in the tables. */
export async function startRelays(upstream) {
  const port = String(upstream.port);
  const relays = {
    bare: await startRelay('relay-bare.mjs', port),
    ours: await startRelay('relay-ours.mjs', port),
    program: await startProgram(port),
    'http-proxy-3': await startRelay('relay-http-proxy-3.mjs', port),
    fastify: await startRelay('relay-fastify.mjs', port),
    nginx: await startNginx(port),
  };
  return Object.fromEntries(Object.entries(relays).filter(([, relay]) => relay !== undefined));
}

export function endAll() {
  for (const end of running.splice(0)) end();
}
