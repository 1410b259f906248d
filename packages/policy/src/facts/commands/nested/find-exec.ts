// Finds the commands that `find` and `fd` run for each file found.
import type { ShellWord } from '../shell/shell-syntax.js';
import { type NestedCommands, NOTHING } from './nested-commands.js';

// `find` replaces `{}` with paths below its start folders, so `{}` can be any such path.
export function find(words: readonly ShellWord[]): NestedCommands {
  const end = words.findIndex(({ text }) => /^[-(!]/.test(text));
  const given = words.slice(0, end === -1 ? words.length : end);
  const roots = given.length === 0 ? [{ text: '.', exact: true }] : given;
  const found = roots.map(({ text }) => ({ text: `${text.replace(/\/+$/, '')}/*`, exact: false }));
  const commands: ShellWord[][] = [];
  let current: ShellWord[] | undefined;
  // The limit applies because many folders combined with many commands would result in far more words than
  // the text contains.
  let handedOn = 0;
  const handOn = () => {
    handedOn += found.length;
    return handedOn <= MAX_HANDED_ON ? found : found.slice(0, 1);
  };
  for (const word of words) {
    if (/^-(?:exec|execdir|ok|okdir|x|X)$|^--exec(?:-batch)?$/.test(word.text)) current = [];
    else if (current !== undefined && (word.text === ';' || word.text === '+')) {
      commands.push(current);
      current = undefined;
    } else if (current !== undefined) {
      if (word.text === '{}') for (const one of handOn()) current.push(one);
      else current.push(word.text.includes('{}') ? { text: word.text, exact: false } : word);
    } else if (word.text === '-delete') commands.push([{ text: 'rm', exact: true }, ...handOn()]);
  }
  if (current !== undefined) commands.push(current);
  return { ...NOTHING, commands, unknown: handedOn > MAX_HANDED_ON };
}

const MAX_HANDED_ON = 2000;
