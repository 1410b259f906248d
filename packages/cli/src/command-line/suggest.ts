// Suggests a known word for a misspelled one.

/** The candidate with the smallest edit distance, if it is close enough. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  // A candidate that begins with the word is preferred: `stat` suggests `status`.
  const begun = word.length > 2 ? candidates.filter((candidate) => candidate.startsWith(word)) : [];
  if (begun.length === 1) return begun[0];
  let best: string | undefined;
  // At most a third of the characters may differ.
  let distance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const found = editDistance(word, candidate);
    // Of two candidates at the same distance, `of` suggests `off`, not `on`.
    const continues = found === distance && candidate.startsWith(word) && best?.startsWith(word) === false;
    if (found < distance || continues) [best, distance] = [candidate, found];
  }
  return best;
}

/** The number of insertions, deletions, substitutions and transpositions (Damerau–Levenshtein). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + cost);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped && row > 1 && column > 1) best = Math.min(best, at(beforeLast, column - 2) + 1);
      current.push(best);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number) => row[column] as number;
