// Caches the results of a function of one string, such as an address or the name of a caller.

/**
 * The maximum number of results. When it is reached, all results are deleted, so that many callers cannot exhaust the
 * memory.
 */
const MAX_RESULTS = 1000;
/** Longer strings are not cached, because they are rare and would use much memory. */
const MAX_LENGTH = 1000;

/** Returns a function with the same results. The result of the function must depend only on its argument. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > MAX_LENGTH) return result;
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(text, result);
    return result;
  };
}
