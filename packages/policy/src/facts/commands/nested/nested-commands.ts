// Defines what a program starts: other programs, shell text, or unknown code.
import type { ShellWord } from '../shell-syntax.js';

/** The programs and texts that a program would start. */
export interface NestedCommands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
  readonly unknown: boolean;
  /** A project file that contains commands. */
  readonly script?: string | undefined;
}

export const NOTHING: NestedCommands = { commands: [], texts: [], unknown: false };
export const UNKNOWN: NestedCommands = { ...NOTHING, unknown: true };

/** Finds what a program would start, based on its arguments and its standard input. */
export type FindNested = (words: readonly ShellWord[], input: readonly string[]) => NestedCommands;

/** The text that an option passes to a shell. */
export function shellTextOption(words: readonly ShellWord[], name: RegExp): NestedCommands {
  const at = words.findIndex(({ text }) => name.test(text));
  const script = at === -1 ? undefined : words[at + 1];
  return {
    ...NOTHING,
    texts: script === undefined ? [] : [script.text],
    unknown: script !== undefined && !script.exact,
  };
}
