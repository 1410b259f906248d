// The turn of the event loop. What came on several connections at once is handled in one turn; what has been judged in it leaves
// at its end, so that one write records all of it.

let end: Promise<void> | undefined;

/** Resolves when everything has been read that came together. At once, where nothing else did. */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
