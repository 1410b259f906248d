// Words of a command that are text, whatever they look like: the message of a commit, the pattern of a search, what is
// printed. Only where no spelling of the command could make a file of them.
import type { ShellCommand } from './program.js';

const SEARCHES = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag']);
// Options that take no value and leave the first operand to be the pattern. `-e` and `-f` are not among them.
const SEARCH_OPTION =
  /^-[abchHiIlLnoqrRsSvwxEFGPUz]+$|^--(?:color|colour|line-number|ignore-case|recursive|count|fixed-strings|word-regexp|include|exclude|exclude-dir|hidden)(?:=.*)?$/;
const MESSAGES = new Set(['commit', 'tag', 'merge', 'stash', 'notes']);
const PRINTS = new Set(['echo', 'printf']);
// What could make a name of what was printed.
const USES_OUTPUT =
  /[|`]|\$\(|<\(|\b(?:xargs|parallel|read|mapfile|readarray|source|eval|sh|bash|zsh|exec)\b|(?:^|[;&\s])\.\s/;

/** Is this word, one of the words of its command, text and nothing else? */
export type IsData = (index: number) => boolean;

const NEVER: IsData = () => false;

/** Says which words of a command are data. `text` is all of the shell text, for what is printed. */
export function findDataWords(program: string, { words }: ShellCommand, text: string): IsData {
  if (SEARCHES.has(program)) {
    let first = -1;
    for (let at = 1; at < words.length; at += 1) {
      const word = words[at]?.text ?? '';
      if (!word.startsWith('-')) first = first === -1 ? at : first;
      else if (!SEARCH_OPTION.test(word)) return NEVER;
    }
    return (index) => index === first;
  }
  if (program === 'git' && MESSAGES.has(words[1]?.text ?? ''))
    return (index) => {
      const word = words[index]?.text ?? '';
      return /^--message=/.test(word) || /^(?:-a?m|--message)$/.test(words[index - 1]?.text ?? '');
    };
  if (PRINTS.has(program) && words[1]?.text !== '-v' && text !== '' && !USES_OUTPUT.test(text))
    return (index) => words[index]?.exact === true;
  return NEVER;
}
