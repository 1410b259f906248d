// Shows the progress of updating the index, which reads everything that was logged since the last query.

import { privateStderr } from '../../diagnostics/stderr.js';

/** Shows the number of bytes read on a terminal if the update takes more than a moment. */
export function createIndexProgress(): { readonly add: (bytes: number) => void; end(): void } {
  const stderr = privateStderr();
  const start = performance.now();
  let [total, shown] = [0, 0];
  return {
    add(bytes) {
      total += bytes;
      const megabytes = Math.floor(total / 1024 / 1024);
      if (stderr.isTTY !== true || megabytes === shown || performance.now() - start < 300) return;
      shown = megabytes;
      stderr.write(`\r\u001b[KReading the audit log: ${megabytes} MB`);
    },
    end() {
      if (shown > 0) stderr.write('\r\u001b[K');
    },
  };
}
