// Runs a program and waits for its end. Signals that reach us are passed on, so Ctrl-C leaves nothing running.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const windows = process.platform === 'win32';

/**
 * Runs `command` and gives its exit code, 128 + signal when it was killed, 127 when it cannot be started.
 * With `quiet` its output is kept and returned instead of shown.
 */
export function runChild(command, args, { quiet = false, ...options } = {}) {
  // On Windows `npx` and `pnpm` are shell scripts. `node` is not, and its arguments must not meet a shell.
  const shell = windows && command !== process.execPath;
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(command, args, { stdio, shell, ...options });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));

  const pass = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  return new Promise((resolve) => {
    const end = (code, extra = '') => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass);
      resolve({ code, output: Buffer.concat(output).toString() + extra });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
