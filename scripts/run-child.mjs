// Runs a program and waits for its exit. Signals are passed on, so Ctrl-C leaves nothing running.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const windows = process.platform === 'win32';

/**
 * Runs `command` and returns its exit code, 128 + signal if it was killed, 127 if it cannot be started. With
 * `quiet` its output is kept and returned instead of shown.
 */
export function runChild(command, args, { quiet = false, ...options } = {}) {
  // On Windows `npx` and `pnpm` are shell scripts. `node` is not, and its arguments must not pass through a
  // shell.
  const shell = windows && command !== process.execPath;
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(command, args, { stdio, shell, ...options });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));

  began(child);
  return new Promise((resolve) => {
    const end = (code, extra = '') => {
      ended(child);
      resolve({ code, output: Buffer.concat(output).toString() + extra });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

// One listener for all of them, because many may run at once.
const running = new Set();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function passOn(signal) {
  for (const child of running) child.kill(signal);
}

function began(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
  running.add(child);
}

function ended(child) {
  running.delete(child);
  if (running.size === 0) for (const signal of signals) process.off(signal, passOn);
}
