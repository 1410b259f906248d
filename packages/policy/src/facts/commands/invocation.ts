// A program as a command starts it, and the names that rules know it by.

/** One program that would be started. */
export interface Invocation {
  /** As written: `/usr/bin/curl`. */
  readonly program: string;
  /** Its base name, in lower case. */
  readonly base: string;
  readonly words: readonly string[];
}

/** The program's name without its folder. */
export function baseName(program: string): string {
  if (isPlainProgram(program)) return program;
  const cut = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1;
  const name = (cut === 0 ? program : program.slice(cut)).toLowerCase();
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '') : name;
}

// `git`, `grep`, `x86_64-linux-gnu-gcc`: nothing to cut off and nothing to fold.
function isPlainProgram(program: string): boolean {
  for (let at = 0; at < program.length; at += 1) {
    const code = program.charCodeAt(at);
    if ((code < 97 || code > 122) && (code < 48 || code > 57) && code !== 45 && code !== 95) return false;
  }
  return true;
}

/** Only so many words can be what a program is told to do; behind them come names of files. */
const SPOKEN_WORDS = 6;

/** The program with each of its first words, as rules that refuse may name it: `npm publish`, `grep -r`. */
export const phrasesOf = ({ base, words }: Invocation): string[] =>
  words.slice(1, 1 + SPOKEN_WORDS).map((word) => `${base} ${word}`);
