// Defines the facts about the shell text of a call, and adds words to them.
import { decodePath } from '../../encoding/encoded-path.js';
import type { Invocation } from '../invocation.js';
import { isRooted, pathsOfWord, shapeOfWord } from '../word-paths.js';
import type { WorkingDirectory } from '../working-directory.js';
import type { ShellWord } from './shell-syntax.js';

/** A word that may name a path or a host. It becomes a path of the call in this form. */
export interface ShellWordFact {
  readonly text: string;
  readonly source: 'command';
  readonly effects: number;
  readonly exact: boolean;
  /** The original word, if `text` contains a folder that the command changed to before the word. */
  readonly name: string;
  readonly folder: string | undefined;
  /**
   * True if the word contains only letters, digits, `_-./`, inner spaces and tildes, so that it has a single
   * interpretation.
   */
  readonly plain: boolean;
  /** True if only restrictive rules match the word. */
  readonly guessed?: boolean;
}

/** All facts found in the shell text of a call. */
export interface ShellFacts {
  readonly invocations: Invocation[];
  readonly words: ShellWordFact[];
  effects: number;
  /**
   * True if some of the programs cannot be determined: no parser, another shell, a syntax error, or a name
   * that is computed at run time.
   */
  unknown: boolean;
  /**
   * Project files that a shell runs. Allow rules do not match such a call, because the files contain other commands.
   */
  readonly scripts: string[];
  /** Files that become executable, each with the index of its invocation. */
  readonly modes: (readonly [file: string, invocation: number])[];
  /**
   * True if a command prints all environment variables or a secret variable, or if code reads all environment
   * variables.
   */
  printsEnvironment: boolean;
}

export function createShellFacts(): ShellFacts {
  return {
    invocations: [],
    words: [],
    scripts: [],
    modes: [],
    effects: 0,
    unknown: false,
    printsEnvironment: false,
  };
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

// The word counts both inside the folder and without it, because the folder may not exist and `cd` may fail.
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
