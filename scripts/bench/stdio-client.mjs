// A client of one measured variant, with a time limit: lines out, lines in, and always an end.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { canMeasureProcesses, processTree } from './process-cost.mjs';
import { splitLines } from './split-lines.mjs';

const echoServer = fileURLToPath(new URL('./echo-server.mjs', import.meta.url));

/** Milliseconds that a variant may take to exit once its input is closed. */
const endPatience = 10_000;

const echo = { server: [process.execPath, echoServer], env: process.env };

/** Starts `command` with a server, the echo server by default, and initializes it. */
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
  /** The processes to measure: all but the server, or the server alone if there is no other. */
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
  failed.catch(() => {}); // the pending exchange reports it
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('error', (error) => fail(error.message));
  child.once('close', (code, signal) => fail(`ended early with ${signal ?? `code ${code}`}`));
  child.stdin.on('error', () => {}); // it ended; `close` reports it

  const client = {
    received: 0,
    onLine: () => {},
    send: (text) => child.stdin.write(text),
    /** Starts an exchange; it ends when it calls `done`, and fails with the process or the time limit. */
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
      // it has ended
    }
  }
}
