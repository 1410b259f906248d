// The states of user functions: values that are replaced only if they have not changed since they were read.

import type { States } from '@claw/pipeline';
import type { KeyValueTable } from './key-value-table.js';

export const createStates = (table: KeyValueTable, now: () => number): States => ({
  get: (key) => table.get('cache', key),
  replace(key, expected, value, milliseconds) {
    const expiresAt = now() + milliseconds;
    return expected === undefined
      ? table.add('cache', key, value, expiresAt)
      : table.replace('cache', key, expected, value, expiresAt);
  },
});
