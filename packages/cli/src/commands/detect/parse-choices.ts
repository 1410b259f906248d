// Parses option values from a fixed list, such as `--kind secrets,personal` or `--as result`.

import { suggest } from '../../command-line/suggest.js';

/** Returns the chosen words, or an error message. */
export function readChoices<Word extends string>(
  option: string,
  given: readonly string[],
  words: readonly Word[],
): readonly Word[] | { readonly reason: string } {
  const chosen: Word[] = [];
  for (const text of given.flatMap((list) => list.split(','))) {
    const word = words.find((known) => known === text.trim());
    if (word === undefined) return { reason: unknownWord(option, text.trim(), words) };
    chosen.push(word);
  }
  return [...new Set(chosen)];
}

function unknownWord(option: string, text: string, words: readonly string[]): string {
  const nearest = suggest(text, words);
  const hint = nearest === undefined ? `Use ${words.join(', ')}.` : `Did you mean \`${nearest}\`?`;
  return `Invalid value for \`--${option}\`: \`${text}\`. ${hint}`;
}
