// What a program starts in turn: other programs, text for a shell, or something that cannot be known.
import type { ShellWord } from '../shell-syntax.js';

/** What a program would start in turn. */
export interface NestedCommands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
  readonly unknown: boolean;
}

export const NOTHING: NestedCommands = { commands: [], texts: [], unknown: false };
export const UNKNOWN: NestedCommands = { ...NOTHING, unknown: true };

/** What a program would start, given its arguments and its standard input. */
export type FindNested = (words: readonly ShellWord[], input: readonly string[]) => NestedCommands;

/** The text that an option hands to a shell. */
export function shellTextOption(words: readonly ShellWord[], name: RegExp): NestedCommands {
  const at = words.findIndex(({ text }) => name.test(text));
  const script = at === -1 ? undefined : words[at + 1];
  return {
    ...NOTHING,
    texts: script === undefined ? [] : [script.text],
    unknown: script !== undefined && !script.exact,
  };
}
