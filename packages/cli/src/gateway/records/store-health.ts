// Checks whether the store is available, at intervals and immediately after a failed operation. While the store is
// unavailable, all calls that the policy covers are denied, or allowed if so configured. Normal operation resumes
// automatically.

import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import type { LiveRecords } from './live-records.js';

export interface StoreHealth {
  readonly isLost: boolean;
  /** True if calls are allowed while the store is unavailable. */
  readonly allowsCalls: boolean;
  /** The number of failed operations. */
  readonly failures: number;
  /** Reports a failed operation, which triggers a check. */
  noteFailure(): void;
  close(): void;
}

const intervalMilliseconds = 500;

export function watchStoreHealth(
  records: LiveRecords,
  diagnostics: Diagnostics,
  onStoreFailure: 'deny' | 'allow',
): StoreHealth {
  let isLost = false;
  let checking = false;
  let failures = 0;
  const check = async () => {
    if (checking) return;
    checking = true;
    try {
      // No records are read here while the store is available, because the store then reports changes itself.
      await records.table.get('gateway', 'schema_version');
      // Changes made in the meantime become active before the first call is allowed again.
      if (isLost) await records.refresh();
      if (isLost)
        diagnostics.write({
          level: 'info',
          event: 'store_recovered',
          message: 'The store can be used again.',
        });
      isLost = false;
    } catch (error) {
      if (!isLost) diagnostics.write(describeLoss(error, onStoreFailure));
      isLost = true;
    } finally {
      checking = false;
    }
  };
  const timer = setInterval(() => void check(), intervalMilliseconds).unref();
  return {
    get isLost() {
      return isLost;
    },
    allowsCalls: onStoreFailure === 'allow',
    get failures() {
      return failures;
    },
    noteFailure() {
      failures += 1;
      void check();
    },
    close: () => clearInterval(timer),
  };
}

const describeLoss = (error: unknown, onStoreFailure: 'deny' | 'allow') =>
  ({
    level: 'error',
    event: 'store_lost',
    message: `${userMessage(error)}. ${
      onStoreFailure === 'deny'
        ? 'Every call that is subject to the policy is denied until the store can be used again.'
        : 'Calls are allowed without limits, caches and approvals until the store can be used again (`on_store_failure = "allow"`).'
    }`,
  }) as const;
