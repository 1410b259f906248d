// The limits of one function. A function that exceeds one is stopped, and its caller gets an error.

/** The limits of one call of a function. */
export interface FunctionLimits {
  /** Milliseconds of running time; 50 by default, at most 1,000. */
  readonly timeoutMs?: number;
  /** MiB of memory; 16 by default, at most 128. */
  readonly memoryMb?: number;
}

/** Limits with their defaults filled in and their maxima applied. */
export interface EffectiveLimits {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** UTF-16 units of the event and of the result, as JSON text. */
export const MAX_TEXT = 10 * 1024 * 1024;

/** UTF-16 units of a function's source. */
export const MAX_CODE = 256 * 1024;

export const MAX_STACK_BYTES = 256 * 1024;

/** Milliseconds for running the code once, before any call, if its own limit is not longer. */
const LOAD_MS = 500;

export const loadLimit = ({ timeoutMs }: EffectiveLimits): number => Math.max(timeoutMs, LOAD_MS);

const MEBIBYTE = 1024 * 1024;

export const effectiveLimits = ({ timeoutMs = 50, memoryMb = 16 }: FunctionLimits): EffectiveLimits => ({
  timeoutMs: clamp(timeoutMs, 1, 1_000),
  // QuickJS needs about half a MiB for its own objects.
  memoryBytes: clamp(memoryMb, 1, 128) * MEBIBYTE,
});

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
