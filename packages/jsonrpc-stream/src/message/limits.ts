// Limits of the size and depth of a message.

/** Limits of one message. Sizes are in bytes; the outermost object has depth 1. */
export interface Limits {
  /** The maximum length of a message; a longer one is rejected, and its further bytes are not stored. */
  readonly maxMessage: number;
  /** The maximum length of a line; a longer one is not parsed any further. */
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

/** All limits, with defaults for missing ones. Throws if one is not a positive whole number. */
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
