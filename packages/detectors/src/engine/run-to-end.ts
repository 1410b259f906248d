// Runs the steps of a generator without interruption.

export function runToEnd<Result>(steps: Generator<number, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
