// Words of a command that are text, whatever they look like: the message of a commit, the pattern of a search, what is
// printed. Only where no spelling of the command could make a file of them.
import type { ShellWord } from './shell-syntax.js';

// Options that take no value and leave the first operand to be the pattern. `-e` and `-f` are not among them.
const SEARCH_OPTION =
  /^-[abchHiIlLnoqrRsSvwxEFGPUz]+$|^--(?:color|colour|line-number|ignore-case|recursive|count|fixed-strings|word-regexp|include|exclude|exclude-dir|hidden)(?:=.*)?$/;
// The same for filters of JSON. `-f` would read one from a file; what one imports is a file of its own kind.
const FILTER_OPTION =
  /^-[acCejMnrRsS]+$|^--(?:ascii-output|compact-output|color-output|exit-status|join-output|monochrome-output|null-input|raw-output|raw-input|slurp|sort-keys|tab)$/;
const MESSAGES = new Set(['commit', 'tag', 'merge', 'stash', 'notes']);
// What could make a name of what was printed.
const USES_OUTPUT =
  /[|`]|\$\(|<\(|\b(?:xargs|parallel|read|mapfile|readarray|source|eval|sh|bash|zsh|exec)\b|(?:^|[;&\s])\.\s/;

/** Is this word, one of the words of its command, text and nothing else? */
export type IsLiteral = (index: number) => boolean;

/** Says which words of a command are data. `text` is all of the shell text, for what is printed. */
export type FindLiterals = (words: readonly ShellWord[], text: string) => IsLiteral | undefined;

export const LITERAL_ARGUMENTS: ReadonlyMap<string, FindLiterals> = new Map<string, FindLiterals>([
  ...['grep', 'egrep', 'fgrep', 'rg', 'ag'].map((name): [string, FindLiterals] => [
    name,
    firstOperand(SEARCH_OPTION),
  ]),
  ...['jq', 'gojq', 'jaq'].map((name): [string, FindLiterals] => [name, firstOperand(FILTER_OPTION)]),
  ...['echo', 'printf'].map((name): [string, FindLiterals] => [name, printed]),
  ['git', message],
]);

/** The first operand, unless an option that we do not know could have changed its meaning. */
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

function message(words: readonly ShellWord[]): IsLiteral | undefined {
  if (!MESSAGES.has(words[1]?.text ?? '')) return undefined;
  return (index) =>
    /^--message=/.test(words[index]?.text ?? '') || /^(?:-a?m|--message)$/.test(words[index - 1]?.text ?? '');
}

function printed(words: readonly ShellWord[], text: string): IsLiteral | undefined {
  if (words[1]?.text === '-v' || text === '' || usesOutput(text)) return undefined;
  return (index) => words[index]?.exact === true;
}

// A text with a thousand commands is asked about a thousand times.
let lastText = '';
let lastUses = false;

function usesOutput(text: string): boolean {
  if (text !== lastText) lastUses = USES_OUTPUT.test(text);
  lastText = text;
  return lastUses;
}
