// Detects new instructions that replace others: `New directive:`, `your real goal is to`, `Next task:`.

import { wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';

/** The maximum distance between the instructions and a word that belongs to them. */
const adjacent = 24;

const replacementBefore =
  /\b(?:(?:new|real|actual|genuine|true|secondary|updated|revised|latest)\s(?:\w+\s){0,2}|(?:sole|only|next)\s(?:\w+\s)?)$/;

/** Matches features of a program. */
const programFeature =
  /^(?:permission|session|check|warning|filter|quer|context|conversation|approval|limit)/;

const introduction = /^(?:\s\w+){0,5}?\s?(?::|\sis to\b|\sare:|\s[-–—>]\s|\sis:)/;

/** Matches the verbs of a changelog, which reports new rules and commands. */
const changelogVerb = /\b(?:adds?|added|adding|introduc\w+|implement\w*|learned|support)\s(?:\w+\s){0,2}$/;

/** Tests whether instructions replace others. */
export function isReplacement({ text, words }: Sentence, instruction: Word): boolean {
  const replacement = replacementBefore.exec(
    text.slice(Math.max(0, instruction.start - 28), instruction.start),
  );
  if (replacement === null || programFeature.test(text.slice(instruction.start, instruction.end)))
    return false;
  const before = text.slice(0, instruction.start - replacement[0].length);
  if (changelogVerb.test(before.slice(-24))) return false;
  return (
    introduction.test(text.slice(instruction.end, instruction.end + 48)) ||
    words.some(
      ({ classes, start }) =>
        has(classes, wordClass.secondPerson) &&
        start < instruction.start &&
        instruction.start - start < adjacent,
    )
  );
}
