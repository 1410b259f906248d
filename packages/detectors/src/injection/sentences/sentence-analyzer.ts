// Analyzes the sentences of a text, each within a limited context. The analysis takes most of the time, and a text
// can consist of one repeated sentence. So a sentence that repeats exactly in the same context is analyzed only once.

import type { Action } from './actions/action.js';
import { demandsSecret } from './actions/secret-demand.js';
import { type Cues, findCues } from './cues/cues.js';
import { Dialogue } from './dialogue.js';
import type { Units } from './lexicon/units.js';
import { wordClass } from './lexicon/word-class.js';
import { Repetition } from './repetition.js';
import { has, type Languages, readSentence, type Sentence } from './sentence.js';

/**
 * An analyzed sentence. Its positions are relative to its context. The action is determined only if it can change the
 * score.
 */
export interface SentenceAnalysis {
  readonly sentence: Sentence;
  readonly cues: Cues;
  /** True if the sentence demands credentials, keys or files with secrets. */
  readonly demandsSecret: boolean;
  /** True if the sentence has a clear cue, or a demand that may be a cue. */
  readonly isRelevant: boolean;
  action?: Action;
}

/** The length of the context before a sentence: the reach of `Dialogue` and one more word. */
const before = 320;
/** The length of the context after a sentence. Phrases that begin in the sentence may end there. */
const behind = 160;

interface KnownSentence {
  readonly end: number;
  /** The analysis, or `undefined` if the sentence contains no word of the lexicon. */
  readonly analysis: SentenceAnalysis | undefined;
}

/**
 * The minimum length of a text in which sentences are compared. Analyzing the sentences of shorter texts again is
 * faster.
 */
const shortestCompared = 1_024;
/** After this number of consecutive sentences that are not repetitions, the search for repetitions ends. */
const maxMisses = 64;

/** Analyzes the sentences of one text from start to end. */
export class SentenceAnalyzer {
  /** The analyzed sentences by their start. */
  private readonly known = new Map<number, KnownSentence>();
  /** The last start of each sentence text. */
  private readonly lastStarts = new Map<string, number>();
  private readonly repetition: Repetition | undefined;
  private readonly dialogue: Dialogue;
  private misses = 0;

  /** `text` is in lower case and on one line; `units` are the units of the same text with its line breaks. */
  constructor(
    private readonly text: string,
    private readonly asWritten: string,
    private readonly units: Units,
    private readonly languages: Languages,
  ) {
    this.dialogue = new Dialogue(text);
    this.repetition = asWritten.length < shortestCompared ? undefined : new Repetition(asWritten);
  }

  /** Returns the analysis of the sentence from `start` to `end`, if the sentence contains a word of the lexicon. */
  analyze(start: number, end: number): SentenceAnalysis | undefined {
    const { repetition } = this;
    if (repetition === undefined || this.misses > maxMisses) return this.read(start, end);
    const known = this.findKnown(repetition, start, end);
    const analysis = known === undefined ? this.read(start, end) : known.analysis;
    this.misses = known === undefined ? this.misses + 1 : 0;
    this.known.set(start, { end, analysis });
    return analysis;
  }

  /** Returns an earlier occurrence of the same sentence in the same context. */
  private findKnown(repetition: Repetition, start: number, end: number): KnownSentence | undefined {
    if (!repetition.reaches(start - before, end + behind)) {
      const sentenceText = this.asWritten.slice(start, end);
      const last = this.lastStarts.get(sentenceText);
      this.lastStarts.set(sentenceText, start);
      if (last === undefined || !repetition.begins(start - last, start - before, end + behind))
        return undefined;
    }
    const known = this.known.get(start - repetition.distance);
    return known?.end === end - repetition.distance ? known : undefined;
  }

  /** INVARIANT: the analysis depends only on the context, so that the same context gives the same result. */
  private read(start: number, end: number): SentenceAnalysis | undefined {
    const from = Math.max(0, start - before);
    const text = this.text.slice(from, end + behind);
    const asWritten = this.asWritten.slice(from, end + behind);
    const units = from === 0 ? this.units : this.units.subarray(from);
    const sentence = readSentence(
      text,
      asWritten,
      units,
      { isBefore: (at) => this.dialogue.isBefore(from + at) },
      start - from,
      end - from,
      this.languages,
    );
    if (sentence === undefined) return undefined;
    const cues = findCues(sentence);
    const { override, address, concealment, impersonation, unrestricted } = cues;
    const isDemand = demandsSecret(sentence);
    const isRelevant =
      (override | address | concealment | impersonation | unrestricted) > 1 ||
      isDemand ||
      mayAskForPrompt(sentence);
    return { sentence, cues, demandsSecret: isDemand, isRelevant };
  }
}

/** Tests whether the sentence may ask for the prompt of the model. */
const mayAskForPrompt = ({ classes, sentenceText }: Sentence): boolean =>
  has(classes, wordClass.secret) &&
  ((has(classes, wordClass.reveal) && ownPrompt.test(sentenceText)) ||
    (has(classes, wordClass.send | wordClass.execute) && sentPrompt.test(sentenceText)));
/** Matches a demand to send the prompt, and not only to show it. */
const sentPrompt =
  /\byour (?:\w+ )?(?:prompt|system message|initial message|instructions)\b|\bdeveloper message|\bconversation so far\b/;
const ownPrompt =
  /\byour |\bprompt|\babove\b|\bhidden\b|\b(?:developer|system) message|\byou (?:have|can|hold|use|know)|промпт|提示|プロンプト|프롬프트|موجه|प्रॉम्प्ट|istem/;
