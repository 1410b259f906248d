// The messages between a sandbox and its worker thread. Events and results cross as JSON text, so no object of a function ever
// reaches our own heap.

import type { EffectiveLimits } from './limits.js';
import type { SandboxErrorCode } from './sandbox-error.js';

/** A request to the worker. */
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

/** The worker's response: the result as JSON text (undefined when the function returned nothing), or an error. */
export type WorkerResponse =
  /** The thread has started, and now loads the function. */
  | { readonly id: number; readonly isLoading: true }
  | { readonly id: number; readonly result: string | undefined }
  | { readonly id: number; readonly error: { readonly code: SandboxErrorCode; readonly message: string } };
