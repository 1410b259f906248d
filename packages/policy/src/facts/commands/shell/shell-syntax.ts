// Defines the data that the firewall needs about shell text. The parser is passed in; `shell.ts` implements
// it.

/** A word after removing quotes and substituting known variables. */
export interface ShellWord {
  readonly text: string;
  /** False if a part of the word is known only at run time: a glob, an unknown variable, a substitution. */
  readonly exact: boolean;
  /** True if the word is made of texts in a way that is not followed: `$(printf %o 46)`. */
  readonly computed?: true;
}

export interface ShellRedirect {
  readonly kind: 'read' | 'write';
  readonly target: ShellWord;
  /** The number of the stream, if given: 2 in `2>`. */
  readonly stream?: number | undefined;
}

/** A simple command anywhere in the text: in a pipeline, a substitution, a loop or a function body. */
export interface ShellCommand {
  /** The program and its arguments. Empty if the command consists only of assignments and redirections. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** Words that are data: assigned values, lists of loops, subjects of `case`. */
  readonly values: readonly ShellWord[];
  /** True if the values are only tested, as in `[[ -f .env ]]`. */
  readonly tests?: boolean;
  /** The names of variables that are set for this command or for all following commands. */
  readonly assigns: readonly string[];
  /** The name of a function that is defined here. */
  readonly defines?: string;
  /** The contents of here-documents and here-strings. */
  readonly input: readonly string[];
  /** The text that the previous stage of a pipeline prints. Not exact if it is known only at run time. */
  readonly piped?: ShellWord;
}

export interface ShellProgram {
  readonly commands: readonly ShellCommand[];
}

/** Parses shell text. Returns undefined if the text cannot be parsed. */
export type ParseShell = (text: string) => ShellProgram | undefined;

/** A placeholder for a value that is known only at run time. The value can be any text. */
export const UNKNOWN_TEXT = '$()';

/** The maximum length of text that is parsed; longer text counts as unparseable. */
export const MAX_SHELL_TEXT = 64 * 1024;
