// Runs commands inside the test process and collects their output.

import { dispatch } from '../src/command-line/dispatch.js';
import { commands } from '../src/commands/index.js';
import { createOutput } from '../src/terminal/output.js';

/** Returns a function that runs a command with additional arguments and returns the exit code and the output. */
export function createRunner(command: string) {
  return async (...words: string[]) => {
    const collected = { out: '', err: '' };
    const streams = {
      stdout: { write: (text: string) => (collected.out += text) },
      stderr: { write: (text: string) => (collected.err += text) },
      env: {},
    };
    const code = await dispatch([command, ...words], {
      commands,
      version: '0',
      createOutput: (json) => createOutput(streams, json),
    });
    return { code, ...collected };
  };
}
