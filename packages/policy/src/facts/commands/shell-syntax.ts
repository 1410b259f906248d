// What we need to know about a piece of shell text. The grammar behind it is a port: see `shell.ts` for ours.

/** A word after quotes are removed and known variables are put in. */
export interface ShellWord {
  readonly text: string;
  /** False when part of it is only known when the shell runs: a glob, an unknown variable, a substitution. */
  readonly exact: boolean;
}

export interface ShellRedirect {
  readonly kind: 'read' | 'write';
  readonly target: ShellWord;
  /** Which stream, where the text says so: `2>` is 2. */
  readonly stream?: number | undefined;
}

/** One simple command, wherever it stands: in a pipeline, a substitution, a loop, a function body. */
export interface ShellCommand {
  /** The program and its arguments; empty for bare assignments and redirections. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** Words that are data: values assigned, lists of loops, subjects of `case`. */
  readonly values: readonly ShellWord[];
  /** Names of variables set for the command or from here on. */
  readonly assigns: readonly string[];
  /** Here-documents and here-strings. */
  readonly input: readonly string[];
}

export interface ShellProgram {
  readonly commands: readonly ShellCommand[];
}

/** Parses shell text, or says that it cannot. */
export type ParseShell = (text: string) => ShellProgram | undefined;

/** Stands for what only running the text would tell; spelt like what it comes from, and read as any text at all. */
export const UNKNOWN_TEXT = '$()';

/** Longer text is never parsed: it counts as text that cannot be. */
export const MAX_SHELL_TEXT = 64 * 1024;
