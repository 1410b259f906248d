// Implements a client of a stdio server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a server and performs the handshake. */
export async function startClient({ command, args, env }, cwd) {
  const child = spawn(command, args, {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const waiting = new Map();
  let next = 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    // One of the servers prints a text to stdout when it starts.
    if (!line.startsWith('{')) return;
    const { id, method, result, error } = JSON.parse(line);
    if (method !== undefined) return;
    waiting.get(id)?.(result ?? { isError: true, content: [{ type: 'text', text: error.message }] });
    waiting.delete(id);
  });
  const ended = once(child, 'close');
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      ended.then(() => reject(new Error(`${args.join(' ')} ended`)));
      waiting.set(next, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: next++, method, params })}\n`);
    });
  const clientInfo = { name: 'week', version: '1.0.0' };
  const { instructions } = await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo,
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    instructions,
    ask,
    async stop() {
      child.stdin.end();
      child.kill();
      await ended;
    },
  };
}
