// A program that speaks in lines over its pipes, as an MCP client sees its server.

import { spawn } from 'node:child_process';

const patienceMilliseconds = 20_000;

/** Starts a program. Everything it writes is kept, so that two conversations can be compared byte by byte. */
export function startProgram(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const received = [];
  const listeners = new Set();
  const decoder = new TextDecoder();
  let unread = '';
  let complaints = '';
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  child.stdout.on('data', (chunk) => {
    received.push(chunk);
    const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n');
    unread = lines.pop();
    for (const line of lines) for (const listener of [...listeners]) listener(line);
  });
  // `close` comes when nobody holds the pipes any more, stderr included: no process of ours is left then.
  const closed = new Promise((resolve) => child.once('close', (code) => resolve(code)));

  return {
    onLine: (listener) => listeners.add(listener),
    send: (bytes) => child.stdin.write(bytes),
    /** Sends a line and gives the first line that comes back and fits. */
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
      return within(answer, `no answer to ${bytes.subarray(0, 80)}`);
    },
    /** Closes its input and waits for its end. */
    async end() {
      child.stdin.end();
      return within(closed, 'the program did not end', () => child.kill('SIGKILL'));
    },
    closed: () => within(closed, 'the program did not end', () => child.kill('SIGKILL')),
    received: () => Buffer.concat(received),
    complaints: () => complaints,
  };
}

/** Runs a program to its end, with nothing to read. */
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

/** A demonstration ends by itself, even when something is wrong. */
async function within(promise, complaint, giveUp = () => {}) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      giveUp();
      reject(new Error(complaint));
    }, patienceMilliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
