// Scores sentences near each other: adds up their cues and the most harmful action that they demand.

import type { Span } from '../../engine/normalize/position-map.js';
import { findAction } from './actions/action.js';
import { wordClass } from './lexicon/word-class.js';
import { isBetweenPeople } from './people.js';
import { has } from './sentence.js';
import type { SentenceAnalysis } from './sentence-analyzer.js';

const threshold = 6;
/** The weight of a demand for secrets. Together with the weakest hint of an attack, it reaches the threshold. */
const secretDemand = 5;
/** The maximum distance between sentences of one group. */
const nearby = 80;
const maxGroupLength = 3;

/** An analyzed sentence and its position in the text. */
export interface PlacedSentence {
  readonly analysis: SentenceAnalysis;
  readonly start: number;
  readonly end: number;
}

/** The last sentences of a text that is read from start to end. */
export class SentenceGroup {
  private sentences: PlacedSentence[] = [];
  /** Sentences before this position were already reported. */
  private reported = 0;

  /**
   * Adds a sentence. If the group reaches the threshold, returns the span from its first to its last relevant word.
   */
  add(sentence: PlacedSentence): Span | undefined {
    const last = this.sentences.at(-1);
    if (last !== undefined && sentence.start - last.end > nearby) this.sentences = [];
    else if (this.sentences.length === maxGroupLength) this.sentences.shift();
    this.sentences.push(sentence);
    const start = findStart(this.sentences, this.reported);
    if (start === undefined) return undefined;
    this.reported = sentence.end;
    return [start, endOfLastWord(sentence)];
  }
}

/**
 * Returns the start of the shortest sequence of sentences that ends with the last sentence and reaches the threshold.
 * The sequence is extended backwards, so that no sentence is added up twice. The function runs for every sentence of
 * a text.
 */
function findStart(sentences: readonly PlacedSentence[], reported: number): number | undefined {
  if (!sentences.some(({ analysis }) => analysis.isRelevant)) return undefined;
  let override = 0;
  let address = 0;
  let concealment = 0;
  let impersonation = 0;
  let unrestricted = 0;
  let authority = 0;
  let discussion = 0;
  let action = 0;
  let sequence = 0;
  let hint = 0;
  let isMinorAction = false;
  let isCertainModel = false;
  for (let first = sentences.length - 1; first >= 0; first -= 1) {
    const placed = sentences[first] as PlacedSentence;
    const { analysis } = placed;
    const { sentence, cues } = analysis;
    // A sentence that was already reported is not reported again with the next sentence.
    if (placed.start < reported) return undefined;
    override = Math.max(override, cues.override);
    address = Math.max(address, cues.address);
    concealment = Math.max(concealment, cues.concealment);
    impersonation = Math.max(impersonation, cues.impersonation);
    unrestricted = Math.max(unrestricted, cues.unrestricted);
    authority = Math.max(authority, cues.authority);
    discussion = Math.max(discussion, cues.discussion);
    const withoutAction =
      override + address + concealment + impersonation + unrestricted + authority - discussion;
    // Fast path: an action can only increase the score.
    if (
      withoutAction >= threshold &&
      countClearCues(override, address, concealment, impersonation, unrestricted) > 1 &&
      !sentence.isOtherLanguage
    )
      return startOfFirstWord(placed);
    analysis.action ??= findAction(sentence);
    // A demand for the prompt of the model addresses the model.
    if (analysis.action.asksForPrompt) unrestricted = Math.max(unrestricted, 3);
    action = Math.max(action, analysis.demandsSecret ? secretDemand : analysis.action.weight);
    if (has(sentence.classes, hints) || (analysis.demandsSecret && intoAnswer.test(sentence.sentenceText)))
      hint = 1;
    if (analysis.action.weight > 1) sequence = Math.max(sequence, analysis.action.sequence);
    // A minor action that a model is told to perform counts, unless it is a development task.
    if (!analysis.action.isDevelopmentTask && analysis.action.weight === 2) isMinorAction = true;
    if (has(sentence.classes, wordClass.certainModel) && !sentence.isOtherLanguage) isCertainModel = true;
    const count = countClearCues(override, address, concealment, impersonation, unrestricted);
    const strongest = Math.max(override, address, concealment, impersonation, unrestricted);
    // Manuals and letters demand actions as well. So a finding requires a strong cue, a harmful action, or a second
    // cue.
    if (action < secretDemand && count < 2 && (action < 2 || (strongest < 3 && (address < 2 || action < 3))))
      continue;
    // If an action before or instead of the current task is an override, it was already counted.
    const sequenceBonus = action > 1 && override < 3 ? sequence : 0;
    const hintBonus = action === secretDemand ? hint : 0;
    const minorActionBonus = address > 2 && action === 2 && isMinorAction && isCertainModel ? 1 : 0;
    const score =
      override +
      address +
      concealment +
      impersonation +
      unrestricted +
      action +
      sequenceBonus +
      authority +
      hintBonus +
      minorActionBonus -
      discussion;
    if (score >= threshold)
      return isBetweenPeople(sentences.slice(first), {
        override,
        address,
        impersonation,
        unrestricted,
        action,
      })
        ? undefined
        : startOfFirstWord(placed);
  }
  return undefined;
}

/** Returns the position of the first relevant word of a sentence in the text. */
const startOfFirstWord = ({ analysis: { sentence }, start }: PlacedSentence): number | undefined => {
  const word = sentence.words[0];
  return word === undefined ? undefined : start + word.start - sentence.start;
};
/** Returns the end of the last relevant word of a sentence in the text. */
const endOfLastWord = ({ analysis: { sentence }, start }: PlacedSentence): number =>
  sentence.words.reduce((last, { end }) => Math.max(last, start + end - sentence.start), 0);

/** Word classes that are the weakest hints of an attack. */
const hints =
  wordClass.dismiss |
  wordClass.permission |
  wordClass.authority |
  wordClass.unrestrictedMode |
  wordClass.model |
  wordClass.secrecy |
  wordClass.urgency |
  wordClass.user;
/** Matches a demand that the model add something to its answer or its next call. */
const intoAnswer =
  /\b(?:in|into|to|as|with) (?:your|the next|the title of the) (?:\w+ )?(?:reply|answer|response|message|commit|summary|output|report|issue|call|request)\b/;

const countClearCues = (
  override: number,
  address: number,
  concealment: number,
  impersonation: number,
  unrestricted: number,
): number =>
  +(override > 1) + +(address > 1) + +(concealment > 1) + +(impersonation > 1) + +(unrestricted > 1);
