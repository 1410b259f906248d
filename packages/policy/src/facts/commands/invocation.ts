// Defines a program as it appears in a command, and the names that rules can use for it.

/** A program that would be started. */
export interface Invocation {
  /** The program as written: `/usr/bin/curl`. */
  readonly program: string;
  /** The base name in lower case. */
  readonly base: string;
  readonly words: readonly string[];
  /**
   * True if the command only prints a version or a state, or sets a common mode. Such a command needs no approval.
   */
  readonly isHarmless?: true;
}

/** Returns the name of the program without its folder. */
export function baseName(program: string): string {
  if (isPlainProgram(program)) return program;
  const cut = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1;
  const name = (cut === 0 ? program : program.slice(cut)).toLowerCase();
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '') : name;
}

// Matches names without a folder and without upper-case letters: `git`, `grep`, `x86_64-linux-gnu-gcc`.
function isPlainProgram(program: string): boolean {
  for (let at = 0; at < program.length; at += 1) {
    const code = program.charCodeAt(at);
    if ((code < 97 || code > 122) && (code < 48 || code > 57) && code !== 45 && code !== 95) return false;
  }
  return true;
}

/** The number of first words that can be a subcommand. Later words are file names. */
const SPOKEN_WORDS = 6;

/** After `run`, these programs expect the name of a script and its arguments, which are not subcommands. */
const SCRIPT_RUNNERS = new Set(['npm', 'pnpm', 'cargo']);
/** After `run`, these programs also accept programs, as in `yarn run npm publish`. */
const PROGRAM_RUNNERS = new Set(['yarn', 'bun']);

/**
 * Returns the program with each of its first words: `npm publish`, `grep -r`. Restrictive rules match these
 * phrases.
 */
export function phrasesOf({ base, words }: Invocation): string[] {
  const first = words.slice(1, 1 + SPOKEN_WORDS);
  if (first[0] === 'run') {
    if (SCRIPT_RUNNERS.has(base)) first.length = 1;
    else if (PROGRAM_RUNNERS.has(base)) first.splice(1, 1);
  }
  return first.map((word) => `${base} ${word}`);
}
