// The first question after a while reads the logs that grew; whoever watches is told how far it is.

import { ownStderr } from '../../own-stderr.js';

/** Counts bytes and shows them on a terminal; silent elsewhere, and until it takes a moment. */
export function createIndexProgress(): { readonly add: (bytes: number) => void; end(): void } {
  const stderr = ownStderr();
  const start = performance.now();
  let [total, shown] = [0, 0];
  return {
    add(bytes) {
      total += bytes;
      const megabytes = Math.floor(total / 1024 / 1024);
      if (stderr.isTTY !== true || megabytes === shown || performance.now() - start < 300) return;
      shown = megabytes;
      stderr.write(`\r\u001b[Kreading the log: ${megabytes} MB`);
    },
    end() {
      if (shown > 0) stderr.write('\r\u001b[K');
    },
  };
}
