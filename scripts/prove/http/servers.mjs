// Starts third-party servers and bridges that listen on a local port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { everything, fastmcp } from '../commands.mjs';
import { within } from '../deadline.mjs';
import { httpTools } from '../tools.mjs';

const bridge = (path, ...args) => [process.execPath, `${httpTools}/node_modules/${path}`, ...args];

const overHttp = (kind) => [...everything().slice(0, -1), kind];

/** The command that starts each server on a port, and the path of its endpoint. */
export const servers = [
  { name: 'everything', path: '/mcp', command: () => overHttp('streamableHttp'), variable: 'PORT' },
  { name: 'everything, oldest transport', path: '/sse', command: () => overHttp('sse'), variable: 'PORT' },
  {
    name: 'fastmcp',
    path: '/mcp',
    command: fastmcp,
    variable: 'FIXTURE_PORT',
    tool: 'echo',
    input: { text: 'hé' },
  },
  {
    name: 'supergateway',
    path: '/mcp',
    command: (port) =>
      bridge(
        'supergateway/dist/index.js',
        '--stdio',
        everything().join(' '),
        '--outputTransport',
        'streamableHttp',
        '--port',
        port,
      ),
  },
  {
    name: 'supergateway, oldest transport',
    path: '/sse',
    command: (port) =>
      bridge('supergateway/dist/index.js', '--stdio', everything().join(' '), '--port', port),
  },
  {
    name: 'mcp-proxy',
    path: '/mcp',
    command: (port) => bridge('mcp-proxy/dist/bin/mcp-proxy.mjs', '--port', port, '--', ...everything()),
  },
  {
    name: 'mcp-proxy, oldest transport',
    path: '/sse',
    command: (port) => bridge('mcp-proxy/dist/bin/mcp-proxy.mjs', '--port', port, '--', ...everything()),
  },
];

/** Returns a port that is currently free, because these servers cannot report which port they chose. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const isUp = (port) =>
  new Promise((resolve) => {
    const socket = connect(Number(port), 'localhost', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });

/** Starts a process in a separate process group, so that its child processes can be ended with it. */
export function startGroup([command, ...args], options) {
  const child = spawn(command, args, { ...options, detached: true });
  const gone = once(child, 'exit');
  return {
    child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
}

/** Starts a server. Returns its URL and a function that stops it. */
export async function startServer({ name, path, command, variable }) {
  const port = await freePort();
  const env = { ...process.env, ...(variable && { [variable]: port }) };
  const { child, stop } = startGroup(command(port), { env, stdio: 'ignore' });
  const listening = async () => {
    while (!(await isUp(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await within(30_000, `${name} listening`, listening());
  return { url: `http://localhost:${port}${path}`, stop };
}
