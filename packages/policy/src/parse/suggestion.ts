// Suggests the most similar valid word.

/** Returns the candidate that is most similar to `word`, if it is similar enough. */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.max(typed.length, 3) / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed.slice(0, 64), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The maximum length of a list that is shown after a suggestion. */
const fewNames = 6;

/** Returns, for example, "did you mean `deny`? (allow, deny, prompt, log)". */
export function suggest(word: string, candidates: readonly string[]): string {
  const meant = nearest(word, candidates);
  const list = candidates.length > 16 ? `${candidates.slice(0, 16).join(', ')}, …` : candidates.join(', ');
  if (meant === undefined) return `use one of: ${list}`;
  return `did you mean \`${meant}\`?${candidates.length > fewNames ? '' : ` (${list})`}`;
}

// Returns the optimal string alignment distance. Swapping two neighboring letters, which is the most common typing
// error, counts as one edit.
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
