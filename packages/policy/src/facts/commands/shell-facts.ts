// Collects the facts of the shell text of a call, and adds words to them.
import { decodePath } from '../encoding/encoded-path.js';
import type { Invocation } from './invocation.js';
import type { ShellWord } from './shell-syntax.js';
import { isRooted, pathsOfWord, shapeOfWord } from './word-paths.js';
import type { WorkingDirectory } from './working-directory.js';

/** A word that may name a path or a host; it becomes a path of the call in this form. */
export interface ShellWordFact {
  readonly text: string;
  readonly source: 'command';
  readonly effects: number;
  readonly exact: boolean;
  /** The original word, if `text` is that word inside a folder that the command changed to. */
  readonly name: string;
  readonly folder: string | undefined;
  /** Letters, digits, `_-./`, inner spaces and tildes only, so all readings are equal. */
  readonly plain: boolean;
  /** Only rules that restrict match it. */
  readonly guessed?: boolean;
}

/** All facts found in the shell text of a call. */
export interface ShellFacts {
  readonly invocations: Invocation[];
  readonly words: ShellWordFact[];
  effects: number;
  /**
   * Some of the programs cannot be determined: no parser, another shell, a syntax error, or a name that is
   * computed at run time.
   */
  unknown: boolean;
  /** The command prints all environment variables, code reads all of them, or a secret variable is printed. */
  printsEnvironment: boolean;
}

export function createShellFacts(): ShellFacts {
  return { invocations: [], words: [], effects: 0, unknown: false, printsEnvironment: false };
}

export function addWord(
  facts: ShellFacts,
  word: ShellWord,
  effects: number,
  folder: WorkingDirectory | undefined,
): void {
  const { text, exact } = word;
  const shape = shapeOfWord(text);
  if (shape === 'option') return;
  const decoded = decodePath(text);
  if (decoded !== undefined) addPath(facts, decoded, false, effects, false);
  if (shape === 'name') {
    addPath(facts, text, exact, effects, true);
    if (folder !== undefined && text.charCodeAt(0) !== 47)
      addPath(facts, text, exact && folder.exact, effects, folder.plain, folder.path);
  } else
    for (const path of pathsOfWord(text)) {
      addPath(facts, path, exact, effects, false);
      if (folder !== undefined && !isRooted(path))
        addPath(facts, path, exact && folder.exact, effects, false, folder.path);
    }
}

// The folder may not exist and `cd` may fail, so the word counts both inside the folder and without it.
export function addPath(
  facts: ShellFacts,
  name: string,
  exact: boolean,
  effects: number,
  plain: boolean,
  folder?: string,
): void {
  const text = folder === undefined ? name : `${folder}/${name}`;
  facts.words.push({ text, source: 'command', effects, exact, name, folder, plain });
}
