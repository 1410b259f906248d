// Finds the subcommand of a git command.

/** Options before the subcommand that have a separate value. */
const VALUED = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
]);

/** Returns the position of the subcommand, or -1. */
export function gitVerbAt(words: readonly string[]): number {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (VALUED.has(word)) at += 1;
    else if (word.charCodeAt(0) !== 45) return at;
  }
  return -1;
}

/** Returns the subcommand, or an empty text. */
export const gitVerb = (words: readonly string[]): string => words[gitVerbAt(words)] ?? '';
