// Finds the programs that a program without a table starts: `someprogram --flag nc x.com 80`, `someprogram -- curl
// x.com`. Only programs that send or delete data count, because other names are often ordinary words.

import { CONNECT, DELETE, EFFECTS_OF_PROGRAMS } from '../../effects.js';
import { baseName } from '../invocation.js';
import { isKnownProgram } from '../program-profiles.js';
import type { ShellWord } from '../shell/shell-syntax.js';

/** Programs whose arguments are names of packages, tests or topics. */
const NAMES_PROGRAMS = new Set(
  `apt apt-get aptitude brew dnf yum pacman yay paru zypper apk snap flatpak port choco scoop winget pip pip3 gem go rustup nix-env sdk dpkg rpm
   pkg emerge which whereis whatis apropos man info type tldr cheat help service pytest jest vitest mocha turbo terraform ansible helm echo printf print
   dvc jj hg svn bazel act playwright cypress storybook code codium cursor`.split(/\s+/),
);
/** Names of programs that are also ordinary words or names of packages. */
const ORDINARY = new Set(
  'host http https httpie ftp mail links docker podman kubectl gh glab aws az gcloud gsutil ping del erase rd wipe unlink truncate remove-item ssh'.split(
    ' ',
  ),
);
const SHELL = /^(?:ba|da|z|k)?sh$/;
const MAX_LAUNCHED = 4;

/** Returns the ends of the words that begin with such a program. */
export function launchedPrograms(
  program: string,
  words: readonly ShellWord[],
): readonly (readonly ShellWord[])[] {
  if (words.length < 3 || NAMES_PROGRAMS.has(program)) return NONE;
  const found: (readonly ShellWord[])[] = [];
  for (let at = 1; at + 1 < words.length && found.length < MAX_LAUNCHED; at += 1) {
    const name = baseName(words[at]?.text ?? '');
    const isEnd = words[at - 1]?.text === '--';
    if (isEnd ? isKnownProgram(name) : startsDangerous(name, words[at + 1]?.text ?? '')) {
      found.push(words.slice(at));
      if (isEnd) break;
    }
  }
  return found;
}

const startsDangerous = (name: string, next: string): boolean =>
  SHELL.test(name)
    ? /^-[a-z]*c$/.test(next)
    : ((EFFECTS_OF_PROGRAMS.get(name) ?? 0) & (CONNECT | DELETE)) !== 0 && !ORDINARY.has(name);

const NONE: readonly (readonly ShellWord[])[] = [];
