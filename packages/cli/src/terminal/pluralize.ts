/** Returns `1 call`, `2 calls`; `1 entry`, `2 entries`. */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
