// Starts the reference server at a local URL, for remote clients.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { everything } from './commands.mjs';

/** Starts the server on a currently free port, because the server requires a port number. */
export async function startRemoteServer() {
  const port = await freePort();
  const [command, script] = everything();
  const child = spawn(command, [script, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The server writes to stderr when it listens.
  await Promise.race([
    once(child.stderr, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the remote server ended with ${code}`))),
  ]);
  const url = `http://localhost:${port}/mcp`;
  for (let tries = 0; !(await answers(url)); tries++)
    if (tries > 100) throw new Error(`nobody answers at ${url}`);
  return { url, stop: () => child.kill('SIGKILL') };
}

const answers = (url) =>
  fetch(url).then(
    () => true,
    () => new Promise((resolve) => setTimeout(resolve, 50, false)),
  );

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
