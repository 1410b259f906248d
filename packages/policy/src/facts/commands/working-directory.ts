// Determines the working directory of a command, which `cd` or an option can set.
import { gitVerbAt } from './harmless/git-verb.js';
import { type ShellCommand, type ShellWord, UNKNOWN_TEXT } from './shell/shell-syntax.js';
import { isRooted, shapeOfWord } from './word-paths.js';

/** A folder that shell text changes to. */
export interface WorkingDirectory {
  readonly path: string;
  readonly plain: boolean;
  readonly exact: boolean;
}

// Returns the folder of an option: `git -C DIR`, `tar --directory=DIR`, `env --chdir DIR`. Names after the
// option are relative to this folder.
export function folderOption(
  words: readonly ShellWord[],
  before: WorkingDirectory | undefined,
): WorkingDirectory | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const { text = '', exact = false } = words[at] ?? {};
    // A quick check: the callers pass only `-C`, `-D` and long options.
    const letter = text.charCodeAt(0) === 45 ? text.charCodeAt(1) : 0;
    if (letter !== 67 && letter !== 68 && letter !== 45) continue;
    const value = /^(?:-C|--(?:directory|chdir|cwd|prefix|dir|git-dir|work-tree|manifest-path)=)(.+)$/s.exec(
      text,
    )?.[1];
    if (value !== undefined) return inFolder(value, exact, before);
    const next = words[at + 1];
    if (next !== undefined && /^(?:-C|-D|--(?:directory|chdir|cwd|prefix|dir|git-dir|work-tree))$/.test(text))
      return inFolder(next.text, next.exact, before);
  }
  return undefined;
}

/** The position of a word that is never a file in the folder of an option: `tar xf`, `git apply`; -1 if there is none. */
export function subcommandAt(program: string, words: readonly string[]): number {
  if (program === 'git') return gitVerbAt(words);
  return /^(?:bsd)?tar$/.test(program) && /^[A-Za-z]+$/.test(words[1] ?? '') ? 1 : -1;
}

export function changedFolder(
  { words }: ShellCommand,
  before: WorkingDirectory | undefined,
): WorkingDirectory | undefined {
  const program = words[0]?.text;
  if (program !== 'cd' && program !== 'pushd') return undefined;
  const target = words.find(({ text }, index) => index > 0 && !/^-./.test(text));
  // `cd` alone changes to the home folder. `cd -` changes to the previous folder; it is covered because each
  // word also counts without the folder.
  const path = target?.text ?? (program === 'cd' ? '~' : '');
  if (path === '' || path === '-') return undefined;
  return inFolder(path, target?.exact ?? true, before);
}

/** Returns the working directory for a folder that a call names in addition to its command. */
export const folderNamed = (path: string): WorkingDirectory => inFolder(path, true, undefined);

// The maximum length of a folder. Each word is also resolved inside the folder, so a long chain of `cd`
// before many words would be expensive.
const MAX_FOLDER_LENGTH = 256;
const ANYWHERE: WorkingDirectory = { path: UNKNOWN_TEXT, plain: false, exact: false };

function inFolder(path: string, exact: boolean, before: WorkingDirectory | undefined): WorkingDirectory {
  const plain = shapeOfWord(path) === 'name';
  const isNew = before === undefined || isRooted(path);
  if ((isNew ? 0 : before.path.length) + path.length > MAX_FOLDER_LENGTH) return ANYWHERE;
  return isNew
    ? { path, plain, exact }
    : { path: `${before.path}/${path}`, plain: plain && before.plain, exact: exact && before.exact };
}
