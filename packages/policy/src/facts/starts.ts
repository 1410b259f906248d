// What a program starts in turn: other programs, text for a shell, or something that cannot be known.
import type { ShellWord } from './program.js';

/** What a program would start in turn. */
export interface Inner {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
  readonly unknown: boolean;
}

export const NOTHING: Inner = { commands: [], texts: [], unknown: false };
export const UNKNOWN: Inner = { ...NOTHING, unknown: true };

/** What a program would start, given its arguments and its standard input. */
export type Starts = (words: readonly ShellWord[], input: readonly string[]) => Inner;

/** The text that an option hands to a shell. */
export function textOfOption(words: readonly ShellWord[], name: RegExp): Inner {
  const at = words.findIndex(({ text }) => name.test(text));
  const script = at === -1 ? undefined : words[at + 1];
  return {
    ...NOTHING,
    texts: script === undefined ? [] : [script.text],
    unknown: script !== undefined && !script.exact,
  };
}
