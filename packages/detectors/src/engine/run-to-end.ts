// Work that is usually done in slices, done at once.

/** Runs all steps and returns what they lead to. */
export function runToEnd<Result>(steps: Generator<number, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
