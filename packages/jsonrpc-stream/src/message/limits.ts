// How much of one message we are willing to hold, and how deep it may be.

/** Bounds of one message. Sizes are in bytes; the outermost object counts as depth 1. */
export interface Limits {
  /** A longer message is refused; the bytes past this are never kept. */
  readonly maxMessage: number;
  /** A line that is still not over after this many bytes is not even looked at any more. */
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

/** All limits, the given ones instead of the defaults. Throws when one is not a positive whole number. */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  const limit = (name: keyof Limits): number => {
    const value = given[name] ?? defaultLimits[name];
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw new RangeError(`the limit \`${name}\` is ${String(value)}; give a positive whole number`);
  };
  return {
    maxMessage: limit('maxMessage'),
    maxBuffer: limit('maxBuffer'),
    maxDepth: limit('maxDepth'),
    maxBatch: limit('maxBatch'),
  };
}
