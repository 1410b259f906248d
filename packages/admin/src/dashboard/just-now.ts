/** Returns the end of a time span that includes all records up to now; the end itself is exclusive. */
export const justNow = (): number => Date.now() + 1;
