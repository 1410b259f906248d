// Finds the files that a copy creates in a folder: `cp /tmp/x .` writes `./x`, although no word names this
// file.

import { WRITE } from '../effects.js';
import { addWord, type ShellFacts } from './shell/shell-facts.js';
import type { ShellWord } from './shell/shell-syntax.js';
import type { WorkingDirectory } from './working-directory.js';

const COPIES = new Set(['cp', 'install', 'ln', 'mv', 'rsync', 'scp', 'copy', 'move', 'gcp', 'ditto']);
const MAX_FILES = 1000;

export const copiesFiles = (program: string): boolean => COPIES.has(program);

/** Adds each source file name inside the destination, because the destination may be a folder. */
export function addCopiedFiles(
  words: readonly ShellWord[],
  facts: ShellFacts,
  folder: WorkingDirectory | undefined,
): void {
  const { destination, sources } = operandsOf(words);
  if (destination === undefined) return;
  for (const { text } of sources.slice(0, MAX_FILES)) {
    const name = /[^/\\]+(?=[/\\]*$)/.exec(text.slice(-4096))?.[0];
    if (name === undefined || name === '.' || name === '..') continue;
    addWord(facts, { text: `${destination.replace(/[/\\]+$/, '')}/${name}`, exact: false }, WRITE, folder);
  }
}

interface Operands {
  readonly destination: string | undefined;
  readonly sources: readonly ShellWord[];
}

function operandsOf(words: readonly ShellWord[]): Operands {
  const operands: ShellWord[] = [];
  // In these programs, `-t` preserves the modification times.
  const hasTarget = !/rsync|scp/.test(words[0]?.text ?? '');
  let target: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    const [, long] = (hasTarget && /^--t[a-z-]*=(.+)$/s.exec(word.text)) || [];
    const [, short] = (hasTarget && /^-[A-Za-z]*t(.+)$/s.exec(word.text)) || [];
    if (long !== undefined || short !== undefined) target = long ?? short;
    else if (hasTarget && /^(?:-[A-Za-z]*t|--t[a-z-]*)$/.test(word.text)) {
      at += 1;
      target = words[at]?.text;
    } else if (word.text.charCodeAt(0) !== 45) operands.push(word);
  }
  if (target !== undefined) return { destination: target, sources: operands };
  // If there is only one operand, `ln` creates the link in the current folder.
  if (operands.length === 1)
    return { destination: words[0]?.text === 'ln' ? '.' : undefined, sources: operands };
  return { destination: operands.at(-1)?.text, sources: operands.slice(0, -1) };
}
