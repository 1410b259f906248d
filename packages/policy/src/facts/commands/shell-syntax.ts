// The data that the firewall needs about shell text. The grammar is a port; `shell.ts` implements it.

/** A word after removing quotes and substituting known variables. */
export interface ShellWord {
  readonly text: string;
  /** False if a part is known only at run time: a glob, an unknown variable, a substitution. */
  readonly exact: boolean;
}

export interface ShellRedirect {
  readonly kind: 'read' | 'write';
  readonly target: ShellWord;
  /** The number of the stream, if given: 2 in `2>`. */
  readonly stream?: number | undefined;
}

/** A simple command anywhere in the text: in a pipeline, a substitution, a loop or a function body. */
export interface ShellCommand {
  /** The program and its arguments; empty for assignments and redirections alone. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** Words that are data: assigned values, lists of loops, subjects of `case`. */
  readonly values: readonly ShellWord[];
  /** Names of variables that are set for this command or for all following ones. */
  readonly assigns: readonly string[];
  /** Here-documents and here-strings. */
  readonly input: readonly string[];
}

export interface ShellProgram {
  readonly commands: readonly ShellCommand[];
}

/** Parses shell text, or reports that it cannot. */
export type ParseShell = (text: string) => ShellProgram | undefined;

/** A placeholder for a value that is known only at run time; it can be any text. */
export const UNKNOWN_TEXT = '$()';

/** The maximum length of text that is parsed; longer text counts as unparseable. */
export const MAX_SHELL_TEXT = 64 * 1024;
