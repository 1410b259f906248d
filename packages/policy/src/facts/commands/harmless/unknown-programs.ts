// Programs that no table contains. Such a program may read and write the files that it is given: `shuf -o FILE`,
// `gcc -o FILE`. The exceptions are programs that only read files or show them to the user.

import { UNKNOWN_PROGRAM } from '../../effects.js';
import { isKnownProgram } from '../program-profiles.js';

const READERS = new Set(
  `echo printf print which type whereis hash cd pushd popd man info apropos help history pwd sleep wait true false
   code codium cursor windsurf zed subl open xdg-open start explorer claude codex gemini opencode goose amp crush mcp-inspector
   shellcheck sha384sum sha512sum sha224sum shasum b2sum sum md5 colordiff diff3 icdiff delta eza exa lsd glow hexyl cloc tokei scc lsof fuser lsattr
   getfacl namei ps pgrep xmllint yamllint jsonlint ajv pbcopy xclip wl-copy column expand unexpand rev look tsort factor seq`.split(
    /\s+/,
  ),
);
/** Programs that other tables contain, although their options can name any output file. */
const MAY_WRITE = new Set('gcc g++ cc clang java gnuplot octave guile erl ghc jshell tclsh r'.split(' '));
/** Formatters and linters, which change files only with an option. */
const CHECKERS = new Set(['prettier', 'biome', 'eslint', 'ruff', 'black', 'shfmt', 'taplo', 'markdownlint']);
const CHANGES_FILES = /^(?:-w|-i|--write|--fix.*|--unsafe|--in-place|format|fmt)$/;

/** The effect of a program without known effects on its operands. */
export function effectsOfUnknown(program: string, words: readonly string[]): number {
  if (MAY_WRITE.has(program)) return UNKNOWN_PROGRAM;
  if (isKnownProgram(program) || READERS.has(program)) return 0;
  return CHECKERS.has(program) && !words.some((word) => CHANGES_FILES.test(word)) ? 0 : UNKNOWN_PROGRAM;
}
