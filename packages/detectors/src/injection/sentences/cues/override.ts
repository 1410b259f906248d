// Detects English sentences that dismiss other instructions or replace them with new ones.

import { isImperative } from '../actions/imperative.js';
import { wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';
import { isReplacement } from './replacement.js';

const certainInstructions =
  /^(?:instruction|rule|guid|directive|direction|prompt|polic|restriction|programming|system m|developer m|been told|were told|safe|guardrail|refusal|told before|said before|written before|limits|constraints|confirmations|text above|json above|content above|the above)/;

/** Predicates of instructions: `your rules have expired`. */
const passive =
  /^(?:void|expired|outdated|obsolete|no longer|suspended|lifted|disabled|removed|replaced|irrelevant|invalid|superseded|revoked|deprecated|evicted|unloaded|flushed|dropped|overwritten|discarded|count|does not|do not|overrid|cancel(?:l)?ed|withdrawn|null|lapsed|not |was a|were a|impostor|contains? an? |contain errors|malicious|changed|been |was up|were up|has |have |is |are |rewritten|supersedes|replaces|overrides|waived|relaxed|turned off|switched off)/;

/** Verbs that are common with other objects. */
const everydayDismissal =
  /^(?:replace|clear|leave|drop|reset|skip|break|omit|overwrite|postpone|put off|purge|wipe|erase|quit|stop|reject|pause|halt|cancel|scrap|rewrite|avoid)/;

const maxTried = 8;

/**
 * Returns how clearly instructions are dismissed or replaced: `Ignore your instructions`, `the rules above no longer
 * apply`.
 */
export function findOverride(sentence: Sentence): number {
  const { text, start, words, classes } = sentence;
  if (!has(classes, wordClass.instructions) || !has(classes, wordClass.dismiss | wordClass.replacement))
    return 0;
  const dismissals = words.filter((word) => has(word.classes, wordClass.dismiss)).slice(0, maxTried);
  const instructions = words.filter((word) => has(word.classes, wordClass.instructions)).slice(0, maxTried);
  const isImperativeAt: (boolean | undefined)[] = [];
  let found = 0;
  for (const instruction of instructions) {
    // Skips `this lets you know that`.
    if (/\blets?\s$/.test(text.slice(Math.max(0, instruction.start - 5), instruction.start))) continue;
    // Skips `everything you know about coffee`.
    if (
      /^ about\b/.test(text.slice(instruction.end, instruction.end + 7)) &&
      text.startsWith('you know', instruction.start)
    )
      continue;
    // Skips authors who retract a message of their own.
    if (ownMessage.test(text.slice(instruction.end, instruction.end + 32))) continue;
    let isOfReader: boolean | undefined;
    dismissals.forEach((dismissal, index) => {
      if (Math.abs(dismissal.start - instruction.start) > 70) return;
      const verb = text.slice(dismissal.start, dismissal.end);
      // Skips settings: `override: false`, `prompt.override = true`.
      if (/^(?::|\s?=)\s?(?:true|false|null|\d|"|')/.test(text.slice(dismissal.end, dismissal.end + 8)))
        return;
      // Skips the type of a function: `(task) => void`.
      if (verb === 'void' && /(?:=>|\)\s?:|<)\s?$/.test(text.slice(dismissal.start - 4, dismissal.start)))
        return;
      const isPassive =
        dismissal.start > instruction.start &&
        passive.test(verb) &&
        isPredicateOf(text.slice(instruction.end, dismissal.start), verb);
      // Skips `Like the above, but the file was changed`.
      if (
        isPassive &&
        /^the above/.test(text.slice(instruction.start, instruction.end)) &&
        /^(?:changed|replaced|removed|disabled|has |have )/.test(verb)
      )
        return;
      if (!isPassive) {
        if (dismissal.start > instruction.start) return;
        isImperativeAt[index] ??= isImperative(text, start, dismissal.start) && !isDescribed(text, dismissal);
        if (!isImperativeAt[index]) return;
      }
      isOfReader ??= belongsToReader(text, instruction);
      const isCertain = certainInstructions.test(text.slice(instruction.start, instruction.end));
      if (!isOfReader && (isPassive ? !isCertain : everydayDismissal.test(verb))) return;
      if (isOfReader || isEarlier(text, words, instruction))
        found = Math.max(found, isCertain || isOfReader ? 4 : 3);
      else if (isCertain && !isPassive) found = Math.max(found, 2);
    });
    if (found < 3 && isReplacement(sentence, instruction)) found = 3;
  }
  return found;
}

/** Tests for the behavior of a program: `the assistant then forgets`, `` `override` = true replaces``. */
const isDescribed = (text: string, { start, end }: Word): boolean =>
  /^(?:\w{2,})s$/.test(text.slice(start, end)) &&
  /(?:\b(?:assistant|agent|model|bot|client|thread|option|flag|setting|value)|`|= ?\w+`?) (?:then |now |simply |also )?$/.test(
    text.slice(Math.max(0, start - 32), start),
  );

const ownMessage = /^\s(?:that |which )?(?:i|we) (?:sent|mailed|e-?mailed|posted|handed|wrote|shared)\b/;

const possessiveBefore =
  /\b(?:your|yours|ur|thy|assistant's|model's|agent's|bot's|operator's|developer's|(?:the|your) (?:user|human|person|owner|customer)(?:'s|s'))\s(?:\w+,?\s){0,3}$|\b(?:the|your) (?:user|human)\s$|\b(?:what|whatever|everything|anything|all|that) you (?:were|are|have been|had been|have|got)\s(?:\w+\s)?$/;

const givenToReader =
  /^\s(?:that |which |as )?(?:you\b(?! can| may| could| might| want| need| use| no longer| temporarily| created)|(?:was|were|has been|have been)? ?(?:given|told|assigned|issued|imposed|placed|set) (?:to|on|by|you)|i (?:gave|told)|(?:of|from|by|in|for) (?:your|the) (?:user|human|developer|operator|system|creator|maker|assistant|model))/;

const namesReader = /\b(?:you|told|user|system m|developer m|said)\b/;

/**
 * Tests whether the instructions belong to the model: `your rules`, `the task you were given`, `the user's question`.
 */
const belongsToReader = (text: string, { start, end }: Word): boolean =>
  namesReader.test(text.slice(start, end)) ||
  possessiveBefore.test(text.slice(Math.max(0, start - 40), start)) ||
  givenToReader.test(text.slice(end, end + 40));

/**
 * Matches a verb before a predicate. `an invalid index of this policy` contains no such verb, so it says nothing
 * about the policy.
 */
const predicateBefore =
  /\b(?:is|are|was|were|be|been|being|now|hereby|as|has|have|considered|and|or|declared|longer)\s(?:\w+\s){0,2}$|[:,-]\s?$|^\s$/;

const predicate =
  /^(?:no longer|does|do |not |was |were |has |have |is |are |counts?|contains?|supersedes|replaces|overrides|lapsed|impostor|malicious)/;

const isPredicateOf = (between: string, verb: string): boolean =>
  verb.startsWith('been ')
    ? /^ (?:has|have|had)(?: \w+)? $/.test(between)
    : predicate.test(verb) || predicateBefore.test(between);

/** Matches a word after the instructions that refers to earlier text: `earlier rules`, `the rules above`. */
const pointsBack =
  /^(?:above|before|precede|precedes|preceding|came before|come before|up to this|so far|given|earlier|previously|received|said|up to now|until now|thus far|to date|at the start|at the beginning|hitherto)$/;

const isEarlier = (text: string, words: readonly Word[], instruction: Word): boolean =>
  /\babove\b/.test(text.slice(instruction.start, instruction.end)) ||
  words.some(
    ({ classes, start, end }) =>
      has(classes, wordClass.prior) &&
      (start < instruction.start
        ? end > instruction.start - adjacent
        : start >= instruction.end &&
          start < instruction.end + adjacent &&
          pointsBack.test(text.slice(start, end))),
  );

const adjacent = 24;
