// The working directory of a command: set by `cd`, or by an option.
import { type ShellCommand, type ShellWord, UNKNOWN_TEXT } from './shell-syntax.js';
import { isRooted, shapeOfWord } from './word-paths.js';

/** A folder that the text changed to. */
export interface WorkingDirectory {
  readonly path: string;
  readonly plain: boolean;
  readonly exact: boolean;
}

// `git -C DIR`, `tar --directory=DIR`, `env --chdir DIR`: following names are relative to this folder.
export function folderOption(
  words: readonly ShellWord[],
  before: WorkingDirectory | undefined,
): WorkingDirectory | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const { text = '', exact = false } = words[at] ?? {};
    // Callers pass only `-C`, `-D` and long options.
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

export function changedFolder(
  { words }: ShellCommand,
  before: WorkingDirectory | undefined,
): WorkingDirectory | undefined {
  const program = words[0]?.text;
  if (program !== 'cd' && program !== 'pushd') return undefined;
  const target = words.find(({ text }, index) => index > 0 && !/^-./.test(text));
  // `cd` alone goes to the home folder; `cd -` goes to the previous one, which the readings without a folder
  // include.
  const path = target?.text ?? (program === 'cd' ? '~' : '');
  if (path === '' || path === '-') return undefined;
  return inFolder(path, target?.exact ?? true, before);
}

/** The folder that a call names in addition to its command. */
export const folderNamed = (path: string): WorkingDirectory => inFolder(path, true, undefined);

// Every word is also read inside the folder, so a long chain of `cd` before many words must be limited.
const LONGEST_FOLDER = 256;
const ANYWHERE: WorkingDirectory = { path: UNKNOWN_TEXT, plain: false, exact: false };

function inFolder(path: string, exact: boolean, before: WorkingDirectory | undefined): WorkingDirectory {
  const plain = shapeOfWord(path) === 'name';
  const isNew = before === undefined || isRooted(path);
  if ((isNew ? 0 : before.path.length) + path.length > LONGEST_FOLDER) return ANYWHERE;
  return isNew
    ? { path, plain, exact }
    : { path: `${before.path}/${path}`, plain: plain && before.plain, exact: exact && before.exact };
}
