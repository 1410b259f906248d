// What the sentences of a stretch say, each judged within its surroundings and nothing else. A sentence that stands there
// again, letter for letter and in the same surroundings, says the same again, so that it is not judged twice: a text can
// consist of one sentence, and judging is what takes the time.

import { Dialogue } from './dialogue.js';
import { type Deed, findTurns, type Turns } from './facets.js';
import { isLoot } from './loot.js';
import { Repetition } from './repetition.js';
import { has, type Languages, readSentence, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';
import type { Units } from './word-tree.js';

/** A sentence that was judged; its places are those of its surroundings. Its deed is looked for only when it matters. */
export interface Judgement {
  readonly sentence: Sentence;
  readonly turns: Turns;
  /** It asks for what no document has any business to ask for. */
  readonly isLoot: boolean;
  /** It turns to a machine, or asks for something that does. */
  readonly isWorth: boolean;
  deed?: Deed;
}

/** How far before a sentence whoever judges it can look: as far as somebody may have spoken, and a word more. */
const before = 320;
/** How far behind it: phrases that begin in a sentence may end there. */
const behind = 160;

interface Known {
  readonly end: number;
  /** Nothing when no word of it matters. */
  readonly judgement: Judgement | undefined;
}

/** In less than this, there is little to gain. */
const worthComparing = 1_024;
/** Where a text does not repeat itself, looking for repetitions is in vain: so many in a row are enough. */
const patience = 64;

/** Judges the sentences of one stretch, from front to back. */
export class Judgements {
  /** By where they start. */
  private readonly known = new Map<number, Known>();
  /** Where each wording started last. */
  private readonly wordings = new Map<string, number>();
  private readonly repetition: Repetition | undefined;
  /** Who speaks in the stretch; it looks no further back than the surroundings reach. */
  private readonly dialogue: Dialogue;
  private inVain = 0;

  /** `text` is in lower case and on one line; `units` are those of the same letters with their line breaks. */
  constructor(
    private readonly text: string,
    private readonly asWritten: string,
    private readonly units: Units,
    private readonly languages: Languages,
  ) {
    this.dialogue = new Dialogue(text);
    this.repetition = asWritten.length < worthComparing ? undefined : new Repetition(asWritten);
  }

  /** Of the sentence from `start` to `end`, when it holds a word that matters. */
  judge(start: number, end: number): Judgement | undefined {
    const { repetition } = this;
    if (repetition === undefined || this.inVain > patience) return this.read(start, end);
    const known = this.findKnown(repetition, start, end);
    const judgement = known === undefined ? this.read(start, end) : known.judgement;
    this.inVain = known === undefined ? this.inVain + 1 : 0;
    this.known.set(start, { end, judgement });
    return judgement;
  }

  /** The same sentence further up, when it stood in the same surroundings. */
  private findKnown(repetition: Repetition, start: number, end: number): Known | undefined {
    if (!repetition.reaches(start - before, end + behind)) {
      const wording = this.asWritten.slice(start, end);
      const last = this.wordings.get(wording);
      this.wordings.set(wording, start);
      if (last === undefined || !repetition.begins(start - last, start - before, end + behind))
        return undefined;
    }
    const known = this.known.get(start - repetition.distance);
    return known?.end === end - repetition.distance ? known : undefined;
  }

  /** INVARIANT: it is shown the surroundings and nothing else, so that the same surroundings are judged alike. */
  private read(start: number, end: number): Judgement | undefined {
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
    const turns = findTurns(sentence);
    const { override, address, conceal, frame, mode } = turns;
    const demands = isLoot(sentence);
    const isWorth = (override | address | conceal | frame | mode) > 1 || demands || mayAsk(sentence);
    return { sentence, turns, isLoot: demands, isWorth };
  }
}

/** Whether it may ask for the reader's own words: a turn in itself. */
const mayAsk = ({ classes, said }: Sentence): boolean =>
  has(classes, is.secret) &&
  ((has(classes, is.show) && ownWords.test(said)) || (has(classes, is.give | is.run) && given.test(said)));
/** Handed on, and not only shown. */
const given =
  /\byour (?:\w+ )?(?:prompt|system message|initial message|instructions)\b|\bdeveloper message|\bconversation so far\b/;
const ownWords =
  /\byour |\bprompt|\babove\b|\bhidden\b|\b(?:developer|system) message|\byou (?:have|can|hold|use|know)|промпт|提示|プロンプト|프롬프트|موجه|प्रॉम्प्ट|istem/;
