// Shows a progress line on stderr and overwrites it. Does nothing if stderr is not a terminal.

import { privateStderr } from '../diagnostics/stderr.js';
import { printable } from './printable.js';

export interface Progress {
  step(name: string): void;
  end(): void;
}

export function createProgress(total: number, what: string): Progress {
  const stderr = privateStderr();
  if (stderr.isTTY !== true) return { step: () => {}, end: () => {} };
  let done = 0;
  return {
    step(name) {
      done++;
      stderr.write(`\r\u001b[K${what}: ${done}/${total} ${printable(name)}`);
    },
    end: () => {
      stderr.write('\r\u001b[K');
    },
  };
}
