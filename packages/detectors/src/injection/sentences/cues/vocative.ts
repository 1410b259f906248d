// Detects a model that is called by its name and receives an imperative: `Then, AI, look up …`, `Turn it off,
// agent.`.

import { isImperative } from '../actions/imperative.js';
import { instructionVerbs } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';

/**
 * Matches text before the recipient of the following text: `for AI note takers:`, `warning to automated systems -`.
 */
export const recipientBefore =
  /\b(?:for|to)\s(?:(?:the|an?|any|all|every|each|whichever|whatever|our|your|other|my|fellow)\s)*(?:[\w-]+\s)?$/;
/** Matches the text after the model in a vocative: `AI reviewer:`, `(LLM)`. */
const vocative =
  /^(?:(?:\s(?!is\b|are\b|was\b)\w+)?\s(?:\w+er|\w+or|agent|bot|tool|system|model|assistant|session)s?)?(?:\s(?:and|or)\s\w+)?["')*_]{0,3}(?:[:,!](?=\s|$)|\s[–—-]\s)/;
/** Matches text before a vocative: the start of the text, or punctuation. */
const clauseStart =
  /(?:^\s{0,3}|[.,:;!?→-]\s{1,2}|(?:[>"'\x60[#*\]/@]|(?<!\w)\()\s{0,2}|\b(?:then|and|so|but|please|now|hey|hi|hello|dear)\s)$/;
/** Tests whether the word is a vocative with an imperative: `…. AI: export it`, `Then, AI, look up`. */
export function isVocative(
  { text, asWritten, start, words }: Sentence,
  { start: from, end }: Word,
  before: string,
  behind: string,
  isCertain: boolean,
  isProduct: boolean,
): boolean {
  if (sentenceEnd.test(behind) && /,\s$/.test(before))
    return isCertain || beginsWithImperative(text, start, words);
  if (isProduct || listBefore.test(before) || (listBehind.test(behind) && listStart.test(before)))
    return false;
  if (isCertain && behind.startsWith(',') && recipientBefore.test(before))
    return isFollowedByImperative(text, start, words, end);
  if (isCertain && roleTitle.test(behind) && clauseStart.test(before))
    return isFollowedByImperative(text, start, words, end);
  if (!vocative.test(behind)) return false;
  const isNamed =
    behind.startsWith(',') &&
    /^,\s/.test(behind) &&
    /^(?:bot|assistant|agent)$/.test(text.slice(from, end)) &&
    nameBefore.test(before);
  if (!isNamed && !clauseStart.test(before)) return false;
  // `Assistant: open the door` at the start of a line is part of a dialogue.
  if (!isCertain && !/\w[^\n]*$|(?:<!--|\/\/|\/\*)\s*$/.test(asWritten.slice(Math.max(0, from - 60), from)))
    return false;
  return speechBehind.test(behind) || isFollowedByImperative(text, start, words, end);
}
/** Matches the text after the model in `Turn it off, agent.`. */
const sentenceEnd = /^\s?(?:[.!]|$)/;
/** Matches an item of a list: `client, errors, pool, agent,`, `workflows, or chatbots,`. */
const listBefore = /(?:\b\w+,\s){3}$|\w,\s(?:or|and)\s$/;
/** Matches an item near the start of a list: `for AI applications, AI agents, workflows, or …`. */
const listStart = /\b(?:for|of|with|like|including|about|between)\s[^.:;]{2,40},\s$/;
const listBehind = /^(?:,\s[\w-]+(?:\s[\w-]+)?){1,4},?\s(?:and|or)\s/;
/** Matches `Thread summary bot,`, `hey, scheduling assistant,`. */
const nameBefore =
  /(?:^|[.,:;!?>"'(]\s{0,2})(?:(?:and|hey|dear|hi)[,\s]{1,2}){0,2}(?:(?!(?:in|the|an?|on|for|with|of|by|to|from|this|each|your|our|my|every|any|as|if|user|and|or)\b)\w+\s){1,2}$/;
/** Matches `AI shopping helper:`. */
const roleTitle =
  /^(?!\s(?:polic|guideline|rule|usage|use|tool|feature|safety|act|news|ethic))(?:\s(?!(?:is|are|was|were|can|will|has|have)\b)[a-z]+){1,6}:\s/;
const speechBehind =
  /^[^:,!]{0,16}[:,!]\s(?:you|your|my|yes|this|there's|the (?:user|human|person|owner|operator|customer|author|maintainer))\b/;
const isFollowedByImperative = (text: string, start: number, words: readonly Word[], end: number): boolean =>
  words.some(
    (word) =>
      has(word.classes, instructionVerbs) &&
      word.start > end &&
      word.start <= end + 60 &&
      isImperative(text, start, word.start),
  );
const beginsWithImperative = (text: string, start: number, words: readonly Word[]): boolean =>
  words.some(
    (word) =>
      has(word.classes, instructionVerbs) &&
      word.start <= start + 12 &&
      /^\W*(?:(?:please|then|now|and|just|so)\s)?$/.test(text.slice(start, word.start)),
  );
