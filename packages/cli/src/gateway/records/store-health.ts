// Whether the store can be used. It is asked regularly, and at once when an operation fails: while it is lost, reviewed calls are
// refused (or let through, when the operator has chosen that), and service comes back by itself.

import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import type { LiveRecords } from './live-records.js';

export interface StoreHealth {
  readonly isLost: boolean;
  /** Whether calls are let through while the store is lost. */
  readonly allowsCalls: boolean;
  /** How many operations have failed so far. */
  readonly failures: number;
  /** An operation has failed: checks now instead of at the next interval. */
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
      // What changed meanwhile is in force before the first call is let through again.
      await records.refresh();
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
        ? 'Reviewed calls are refused until it can be used again.'
        : 'Calls pass without limits, caches and approvals until it can be used again (`on_store_failure = "allow"`).'
    }`,
  }) as const;
