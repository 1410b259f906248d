// Adds the files that are parts of words, in forms that only one program has: `git show HEAD:FILE`, `tar -cfFILE`.

import { READ } from '../effects.js';
import { fileOfRevision, readsRevisions } from './git-files.js';
import { gitVerbAt } from './harmless/git-verb.js';
import { addWord, type ShellFacts } from './shell/shell-facts.js';
import type { ShellWord } from './shell/shell-syntax.js';
import type { WorkingDirectory } from './working-directory.js';

export function addRevisions(
  facts: ShellFacts,
  words: readonly string[],
  folder: WorkingDirectory | undefined,
): void {
  const verb = gitVerbAt(words);
  if (!readsRevisions(words[verb] ?? '')) return;
  for (let at = verb + 1; at < words.length; at += 1) {
    const text = fileOfRevision(words[at] ?? '');
    if (text !== undefined) addWord(facts, { text, exact: false }, READ, folder);
  }
}

export function addAttachedArchive(
  facts: ShellFacts,
  words: readonly ShellWord[],
  effects: number,
  folder: WorkingDirectory | undefined,
): void {
  for (const { text, exact } of words) {
    const file = text.charCodeAt(0) === 45 ? /^-[A-Za-z]*?f(.+)$/s.exec(text)?.[1] : undefined;
    if (file !== undefined) addWord(facts, { text: file, exact }, effects, folder);
  }
}
