// Runs a program that reads and writes JSON lines, as an MCP client runs its server.

import { spawn } from 'node:child_process';

const timeoutMilliseconds = 20_000;

/** Starts a program. Its output is kept, so that two sessions can be compared byte for byte. */
export function startProgram(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const received = [];
  const listeners = new Set();
  const decoder = new TextDecoder();
  let unread = '';
  let stderr = '';
  child.stdin.on('error', () => {}); // the program may exit before it has read everything
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdout.on('data', (chunk) => {
    received.push(chunk);
    const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n');
    unread = lines.pop();
    for (const line of lines) for (const listener of [...listeners]) listener(line);
  });
  // `close` is emitted when all pipes are closed, including stderr, so no process of the demo is still running then.
  const closed = new Promise((resolve) => child.once('close', (code) => resolve(code)));

  return {
    onLine: (listener) => listeners.add(listener),
    send: (bytes) => child.stdin.write(bytes),
    /** Sends a line and resolves to the first received message for which `fits` returns true. */
    async ask(bytes, fits) {
      const answer = new Promise((resolve) => {
        listeners.add(function listen(line) {
          const message = JSON.parse(line);
          if (!fits(message)) return;
          listeners.delete(listen);
          resolve(message);
        });
      });
      child.stdin.write(bytes);
      return within(answer, `no response to ${bytes.subarray(0, 80)}`);
    },
    /** Closes the input of the program and waits until it exits. */
    async end() {
      child.stdin.end();
      return within(closed, 'the program did not end', () => child.kill('SIGKILL'));
    },
    closed: () => within(closed, 'the program did not end', () => child.kill('SIGKILL')),
    received: () => Buffer.concat(received),
    stderr: () => stderr,
  };
}

/** Runs a program without input until it exits. */
export async function runProgram([command, ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const code = await within(
    new Promise((resolve) => child.once('close', resolve)),
    'the program did not end',
    () => child.kill('SIGKILL'),
  );
  return { code, stdout };
}

/** Limits the time of a promise, because the demo must end even if a program hangs. */
async function within(promise, message, giveUp = () => {}) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      giveUp();
      reject(new Error(message));
    }, timeoutMilliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
