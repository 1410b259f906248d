// Runs sliced work without interruption.

/** Runs all steps and returns their result. */
export function runToEnd<Result>(steps: Generator<number, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
