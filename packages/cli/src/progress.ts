// Shows that long work goes on: one line on stderr that is written over, and nothing when nobody watches.

import { ownStderr } from './own-stderr.js';
import { printable } from './printable.js';

export interface Progress {
  step(name: string): void;
  end(): void;
}

export function createProgress(total: number, what: string): Progress {
  const stderr = ownStderr();
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
