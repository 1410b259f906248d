// Starts programs, waits until they are ready, and ends them.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const children = [];

/** Starts a program. Resolves to the part of its output that `ready` matches. */
export function start(command, args, ready, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
        const found = ready.exec(printed);
        if (found) resolve({ child, found: found[1] });
      });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${printed}`)));
  });
}

/** Returns a port that is currently free. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Ends a program and waits for its exit. */
export function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return ended;
}

export const stopAll = () => Promise.all(children.map(stop));
