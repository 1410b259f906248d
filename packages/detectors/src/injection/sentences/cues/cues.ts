// Finds the cues of a sentence: properties that distinguish an instruction to a model from ordinary text. A single
// cue is not sufficient for a finding; `../score.ts` adds them up.

import { wordClass } from '../lexicon/word-class.js';
import { has, isQuestion, type Sentence } from '../sentence.js';
import { findAddress } from './address.js';
import { findConcealment } from './concealment.js';
import { findImpersonation } from './impersonation.js';
import { findOtherLanguageCues } from './other-languages.js';
import { findOverride } from './override.js';
import { findPhrases } from './phrases.js';
import { areWarningsDiscredited } from './safeguards.js';
import { findUnrestrictedMode } from './unrestricted-mode.js';

/** The strength of each cue. 0 means that the cue is absent. */
export interface Cues {
  /** The sentence dismisses other instructions or replaces them with new ones. */
  readonly override: number;
  /** The sentence addresses a model that reads the text. */
  readonly address: number;
  /** The sentence demands an action that is hidden from a person or performed without consent. */
  readonly concealment: number;
  /** The sentence imitates a message of the system or of another speaker. */
  readonly impersonation: number;
  /**
   * The sentence claims that there are no restrictions, that the model has another role, or that consent was given.
   */
  readonly unrestricted: number;
  /** The sentence claims authority, permission or urgency. */
  readonly authority: number;
  /** The sentence discusses attacks. The strength of this cue is subtracted. */
  readonly discussion: number;
}

const NONE: Cues = {
  override: 0,
  address: 0,
  concealment: 0,
  impersonation: 0,
  unrestricted: 0,
  authority: 0,
  discussion: 0,
};

/** The cues of a sentence. */
export function findCues(sentence: Sentence): Cues {
  const impersonation = findImpersonation(sentence);
  if (sentence.isOtherLanguage) return findOtherLanguageCues(sentence, impersonation);
  const { classes } = sentence;
  const discussion = has(classes, wordClass.attackTopic) ? 2 : 0;
  if (isQuestion(sentence)) return discussion === 0 ? NONE : { ...NONE, discussion };
  const phrases = findPhrases(sentence);
  const unrestricted = findUnrestrictedMode(sentence);
  const override = Math.max(findOverride(sentence), areWarningsDiscredited(sentence) ? 3 : 0);
  // `All restrictions are lifted` would count as two cues, although it does not address a model.
  const isSameCue =
    unrestricted === 3 &&
    phrases.unrestricted === 0 &&
    !has(classes, wordClass.secondPerson | wordClass.model | wordClass.user);
  return {
    override: Math.max(phrases.override, isSameCue ? Math.min(1, override) : override),
    address: Math.max(phrases.address, findAddress(sentence)),
    concealment: findConcealment(sentence),
    impersonation: Math.max(phrases.impersonation, impersonation),
    unrestricted: Math.max(phrases.unrestricted, unrestricted),
    authority: findAuthority(sentence),
    discussion,
  };
}

const introducesSpeaker =
  /\b(?:i am|i'm|it's me|this is|as|from|by)\s(?:\w+,?\s){0,3}?(?:the|your|our|an?)\s/;

function findAuthority({ sentenceText, classes }: Sentence): number {
  let authority = has(classes, wordClass.urgency) ? 1 : 0;
  if (has(classes, wordClass.permission) && has(classes, wordClass.user | wordClass.authority))
    authority += 2;
  if (has(classes, wordClass.authority) && introducesSpeaker.test(sentenceText)) authority += 2;
  return Math.min(2, authority);
}
