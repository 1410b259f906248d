// Keeps the results of a function of one string, such as an address or the name of a caller.

/** The maximum number of results. All are forgotten at once, so that many callers do not fill the memory. */
const MAX_RESULTS = 1000;
/** Longer strings are rare and would use much memory. */
const MAX_LENGTH = 1000;

/** Returns a function with the same results. The function may depend on nothing but its argument. */
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
