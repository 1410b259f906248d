// The messages between a sandbox and its worker thread. Events and results are sent as JSON text, so objects of a
// user function never reach this process's own heap.

import type { EffectiveLimits } from './limits.js';
import type { SandboxErrorCode } from './sandbox-error.js';

export type WorkerRequest =
  | {
      readonly kind: 'load';
      readonly id: number;
      readonly functionId: number;
      readonly code: string;
      readonly limits: EffectiveLimits;
    }
  | { readonly kind: 'call'; readonly id: number; readonly functionId: number; readonly event: string }
  | { readonly kind: 'unload'; readonly functionId: number };

/** The response from the worker: the result as JSON text (undefined if the function returned nothing), or an error. */
export type WorkerResponse =
  /** The thread has started and is loading the function. */
  | { readonly id: number; readonly isLoading: true }
  | { readonly id: number; readonly result: string | undefined }
  | { readonly id: number; readonly error: { readonly code: SandboxErrorCode; readonly message: string } };
