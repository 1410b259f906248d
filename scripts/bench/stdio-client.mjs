// A client that exchanges lines with one measured variant. It has a time limit, and always ends the process.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { canMeasureProcesses, processTree } from './process-cost.mjs';
import { splitLines } from './split-lines.mjs';

const echoServer = fileURLToPath(new URL('./echo-server.mjs', import.meta.url));

/** The time in milliseconds within which a variant must exit after its input is closed. */
const endPatience = 10_000;

const echo = { server: [process.execPath, echoServer], env: process.env };

/** Starts `command` with a server, by default the echo server, and performs the handshake. */
export async function connect(command, timeout, { server: serverCommand, env } = echo) {
  const [program, ...args] = [...command, ...serverCommand];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env });
  const client = createClient(child, timeout);
  const request = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    },
  };
  let server;
  await client.exchange((done) => {
    client.onLine = (line) => {
      server = JSON.parse(line.toString()).result._meta.pid;
      done();
    };
    client.send(`${JSON.stringify(request)}\n`);
  });
  client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  /** Returns the processes to measure: all except the server, or the server if there is no other process. */
  client.processes = () => {
    if (!canMeasureProcesses) return [];
    const others = processTree(child.pid).filter((pid) => pid !== server);
    return others.length === 0 ? [server] : others;
  };
  return client;
}

function createClient(child, timeout) {
  let fail;
  const failed = new Promise((_, reject) => {
    fail = (reason) => reject(new Error(reason));
  });
  failed.catch(() => {}); // the error is reported by the pending exchange
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('error', (error) => fail(error.message));
  child.once('close', (code, signal) => fail(`ended early with ${signal ?? `code ${code}`}`));
  child.stdin.on('error', () => {}); // the process has exited, which `close` reports

  const client = {
    received: 0,
    onLine: () => {},
    send: (text) => child.stdin.write(text),
    /**
     * Starts an exchange. It ends when it calls `done`, and fails when the process exits or the time limit is exceeded.
     */
    async exchange(begin) {
      const timer = setTimeout(() => fail(`no end after ${timeout / 1000} s`), timeout);
      const over = new Promise((resolve, reject) => begin(resolve, (reason) => reject(new Error(reason))));
      try {
        await Promise.race([over, failed]);
      } catch (error) {
        kill(child.pid);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      const timer = setTimeout(() => kill(child.pid), endPatience);
      child.stdin.end();
      await ended;
      clearTimeout(timer);
    },
  };
  const push = splitLines((line) => client.onLine(line));
  child.stdout.on('data', (chunk) => {
    client.received += chunk.length;
    push(chunk);
  });
  return client;
}

function kill(root) {
  for (const pid of canMeasureProcesses ? processTree(root) : [root]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process has exited
    }
  }
}
