// The limits for user functions. A function that exceeds a limit is stopped, and its caller gets an error.

/** The limits for one call to a function. */
export interface FunctionLimits {
  /** The maximum running time in milliseconds; 50 by default, at most 1,000. */
  readonly timeoutMs?: number;
  /** The maximum memory in MiB; 16 by default, at most 128. */
  readonly memoryMb?: number;
}

/** The limits with defaults filled in and maxima applied. */
export interface EffectiveLimits {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** The maximum size of the event and of the result as JSON text, in UTF-16 units. */
export const MAX_TEXT = 10 * 1024 * 1024;

/** The maximum size of the source of a function, in UTF-16 units. */
export const MAX_CODE = 256 * 1024;

export const MAX_STACK_BYTES = 256 * 1024;

/**
 * The time limit in milliseconds for running the code once before any call, unless the limit of the function is
 * longer.
 */
const LOAD_MS = 500;

export const loadLimit = ({ timeoutMs }: EffectiveLimits): number => Math.max(timeoutMs, LOAD_MS);

const MEBIBYTE = 1024 * 1024;

export const effectiveLimits = ({ timeoutMs = 50, memoryMb = 16 }: FunctionLimits): EffectiveLimits => ({
  timeoutMs: clamp(timeoutMs, 1, 1_000),
  // QuickJS needs about half a MiB for its own objects.
  memoryBytes: clamp(memoryMb, 1, 128) * MEBIBYTE,
});

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
