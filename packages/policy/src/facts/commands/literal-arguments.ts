// Finds words of a command that are always text: a commit message, a search pattern, printed text. A word
// counts only if no form of the command could use it as a file.
import type { ShellWord } from './shell/shell-syntax.js';

// Options without a value. After them, the first operand is still the pattern. `-e` and `-f` are not listed,
// because they take the pattern or a file as their value.
const SEARCH_OPTION =
  /^-[abchHiIlLnoqrRsSvwxEFGPUz]+$|^--(?:color|colour|line-number|ignore-case|recursive|count|fixed-strings|word-regexp|include|exclude|exclude-dir|hidden)(?:=.*)?$/;
// Options without a value of JSON filters such as `jq`. After them, the first operand is still the filter.
// `-f` is not listed, because it reads the filter from a file.
const FILTER_OPTION =
  /^-[acCejMnrRsS]+$|^--(?:ascii-output|compact-output|color-output|exit-status|join-output|monochrome-output|null-input|raw-output|raw-input|slurp|sort-keys|tab)$/;
const MESSAGES = new Set(['commit', 'tag', 'merge', 'stash', 'notes']);
// Operators and programs that can turn printed text into a file name.
const USES_OUTPUT =
  /(?<!\|)\|(?!\|)|`|\$\(|<\(|\$\{?_\b|\b(?:xargs|parallel|read|mapfile|readarray|source|eval|sh|bash|zsh|exec)\b|(?:^|[;&\s])\.\s/;

/** Tests whether the word at an index is only text. */
export type IsLiteral = (index: number) => boolean;

/**
 * Finds the words of a command that are data. `text` is the whole shell text, because another command in it
 * can use printed words.
 */
export type FindLiterals = (words: readonly ShellWord[], text: string) => IsLiteral | undefined;

export const LITERAL_ARGUMENTS: ReadonlyMap<string, FindLiterals> = new Map<string, FindLiterals>([
  ...['grep', 'egrep', 'fgrep', 'rg', 'ag'].map((name): [string, FindLiterals] => [
    name,
    firstOperand(SEARCH_OPTION),
  ]),
  ...['jq', 'gojq', 'jaq'].map((name): [string, FindLiterals] => [name, firstOperand(FILTER_OPTION)]),
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name): [string, FindLiterals] => [name, awkProgram]),
  ...['echo', 'printf'].map((name): [string, FindLiterals] => [name, printed]),
  ['git', message],
]);

/** Returns the first operand as text, unless an unknown option precedes it. */
function firstOperand(option: RegExp): FindLiterals {
  return (words) => {
    let first = -1;
    for (let at = 1; at < words.length; at += 1) {
      const word = words[at]?.text ?? '';
      if (word.charCodeAt(0) !== 45) first = first === -1 ? at : first;
      else if (!option.test(word)) return undefined;
    }
    return (index) => index === first;
  };
}

/** Returns the program of awk. The files that it names are found by reading it as code. */
function awkProgram(words: readonly ShellWord[]): IsLiteral | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]?.text ?? '';
    if (/^-[Fv]$/.test(word)) at += 1;
    else if (word.charCodeAt(0) !== 45) return (index) => index === at;
    else if (!/^-[Fv]./.test(word)) return undefined;
  }
  return undefined;
}

function message(words: readonly ShellWord[]): IsLiteral | undefined {
  if (!MESSAGES.has(words[1]?.text ?? '')) return undefined;
  return (index) =>
    /^--message=/.test(words[index]?.text ?? '') || /^(?:-a?m|--message)$/.test(words[index - 1]?.text ?? '');
}

function printed(words: readonly ShellWord[], text: string): IsLiteral | undefined {
  if (words[1]?.text === '-v' || text === '' || usesOutput(text)) return undefined;
  return (index) => words[index]?.exact === true;
}

// The last result is kept, because one text can contain thousands of commands.
let lastText = '';
let lastUses = false;

function usesOutput(text: string): boolean {
  if (text !== lastText) lastUses = USES_OUTPUT.test(text);
  lastText = text;
  return lastUses;
}
