// Runs a program and waits until it exits. Signals are passed on, so that Ctrl-C leaves no process running.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const windows = process.platform === 'win32';

/**
 * Runs `command`. Returns its exit code, 128 + the number of the signal if it was killed, or 127 if it cannot be
 * started. With `quiet`, its output is returned instead of printed.
 */
export function runChild(command, args, { quiet = false, ...options } = {}) {
  // On Windows `npx` and `pnpm` are shell scripts. `node` is a program, and its arguments must not be interpreted by a
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

// One listener serves all child processes, because many may run at the same time.
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
