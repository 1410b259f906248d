// The limits for the size and depth of a message.

/** The limits for one message. Sizes are in bytes; the outermost object has depth 1. */
export interface Limits {
  /** The maximum length of a message. A longer message is rejected, and the bytes above the limit are not stored. */
  readonly maxMessage: number;
  /** The maximum length of a line or an SSE event. A longer one is not parsed further. */
  readonly maxBuffer: number;
  readonly maxDepth: number;
  readonly maxBatch: number;
}

export const defaultLimits: Limits = {
  maxMessage: 10 * 1024 * 1024,
  maxBuffer: 20 * 1024 * 1024,
  maxDepth: 128,
  maxBatch: 100,
};

/** Returns all limits, with the defaults for missing ones. Throws if a limit is not a positive whole number. */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  const limit = (name: keyof Limits): number => {
    const value = given[name] ?? defaultLimits[name];
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw new RangeError(`the limit \`${name}\` is ${String(value)}; use a positive whole number`);
  };
  return {
    maxMessage: limit('maxMessage'),
    maxBuffer: limit('maxBuffer'),
    maxDepth: limit('maxDepth'),
    maxBatch: limit('maxBatch'),
  };
}
