// Analyses the sentences of a text, each within a fixed context. The analysis takes most of the time, and a text
// can consist of one repeated sentence, so a sentence that repeats exactly in the same context is analysed once.

import type { Action } from './actions/action.js';
import { demandsSecret } from './actions/secret-demand.js';
import { type Cues, findCues } from './cues/cues.js';
import { Dialogue } from './dialogue.js';
import type { Units } from './lexicon/units.js';
import { wordClass } from './lexicon/word-class.js';
import { Repetition } from './repetition.js';
import { has, type Languages, readSentence, type Sentence } from './sentence.js';

/** An analysed sentence; its positions are those of its context. The action is found only if it matters. */
export interface SentenceAnalysis {
  readonly sentence: Sentence;
  readonly cues: Cues;
  /** True if it demands credentials, keys or files with secrets. */
  readonly demandsSecret: boolean;
  /** True if it has a clear cue, or a demand that may be one. */
  readonly isRelevant: boolean;
  action?: Action;
}

/** The length of the context before a sentence: the reach of `Dialogue` and one more word. */
const before = 320;
/** The length of the context after it: phrases that begin in a sentence may end there. */
const behind = 160;

interface KnownSentence {
  readonly end: number;
  /** `undefined` if it contains no word of the lexicon. */
  readonly analysis: SentenceAnalysis | undefined;
}

/** The minimum length of a text that is compared; shorter texts are faster to analyse again. */
const shortestCompared = 1_024;
/** After so many sentences in a row that are no repetitions, the search for repetitions ends. */
const mostMisses = 64;

/** Analyses the sentences of one text, from front to back. */
export class SentenceAnalyzer {
  /** The analysed sentences, by their start. */
  private readonly known = new Map<number, KnownSentence>();
  /** The last start of each sentence text. */
  private readonly lastStarts = new Map<string, number>();
  private readonly repetition: Repetition | undefined;
  private readonly dialogue: Dialogue;
  private misses = 0;

  /** `text` is in lower case and on one line; `units` are those of the same text with its line breaks. */
  constructor(
    private readonly text: string,
    private readonly asWritten: string,
    private readonly units: Units,
    private readonly languages: Languages,
  ) {
    this.dialogue = new Dialogue(text);
    this.repetition = asWritten.length < shortestCompared ? undefined : new Repetition(asWritten);
  }

  /** The analysis of the sentence from `start` to `end`, if it contains a word of the lexicon. */
  analyze(start: number, end: number): SentenceAnalysis | undefined {
    const { repetition } = this;
    if (repetition === undefined || this.misses > mostMisses) return this.read(start, end);
    const known = this.findKnown(repetition, start, end);
    const analysis = known === undefined ? this.read(start, end) : known.analysis;
    this.misses = known === undefined ? this.misses + 1 : 0;
    this.known.set(start, { end, analysis });
    return analysis;
  }

  /** The same sentence earlier in the text, if its context was the same. */
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

  /** INVARIANT: the analysis depends on the context only, so that the same context gives the same result. */
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

/** True if it may ask for the model's own prompt. */
const mayAskForPrompt = ({ classes, sentenceText }: Sentence): boolean =>
  has(classes, wordClass.secret) &&
  ((has(classes, wordClass.reveal) && ownPrompt.test(sentenceText)) ||
    (has(classes, wordClass.send | wordClass.execute) && sentPrompt.test(sentenceText)));
/** True if the prompt is to be sent somewhere and not only shown. */
const sentPrompt =
  /\byour (?:\w+ )?(?:prompt|system message|initial message|instructions)\b|\bdeveloper message|\bconversation so far\b/;
const ownPrompt =
  /\byour |\bprompt|\babove\b|\bhidden\b|\b(?:developer|system) message|\byou (?:have|can|hold|use|know)|промпт|提示|プロンプト|프롬프트|موجه|प्रॉम्प्ट|istem/;
