// Defines what a program starts: other programs, shell text, or unknown code.
import type { ShellWord } from '../shell/shell-syntax.js';

/** The programs and texts that a program would start. */
export interface NestedCommands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
  readonly unknown: boolean;
  /** A project file that contains commands. */
  readonly script?: string | undefined;
  /** Each of these words that is the name of a known program can begin a command. */
  readonly candidates?: readonly ShellWord[];
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

/** The values of options with a text for a shell: `-x TEXT`, `-xTEXT`, `--exec=TEXT`. */
export function optionTexts(words: readonly ShellWord[], names: RegExp): string[] {
  return words.flatMap(({ text }, at) => {
    if (text.charCodeAt(0) !== 45) return [];
    if (names.test(text)) return words[at + 1]?.text ?? [];
    const end = text.charCodeAt(1) === 45 ? text.indexOf('=') : 2;
    if (end < 2 || end >= text.length || !names.test(text.slice(0, end))) return [];
    return [text.slice(text.charCodeAt(end) === 61 ? end + 1 : end)];
  });
}
