// What a sentence does to whoever takes it for an order. No facet is enough by itself; how they stand together is.

import { findAddress } from './address.js';
import { findConceal } from './conceal.js';
import { findEnglishDeed } from './deed.js';
import { findForeignDeed, findForeignTurns } from './foreign.js';
import { findFrame } from './frame.js';
import { isDiscredited } from './guards.js';
import { findMode } from './mode.js';
import { has, type Sentence } from './sentence.js';
import { sign } from './signs.js';
import { findOpened, findOverride } from './turning.js';
import { wordClass as is } from './word-class.js';

/** How strongly a sentence turns to a machine, or away from those it serves; 0 is not at all. */
export interface Turns {
  /** Other orders are set aside, or new ones take their place. */
  readonly override: number;
  /** It speaks to a machine that reads. */
  readonly address: number;
  /** Somebody is to be kept in the dark, or not to be asked. */
  readonly conceal: number;
  /** It looks like the words of the system around it. */
  readonly frame: number;
  /** Limits are said to be off, the reader to be somebody else, consent to be given. */
  readonly mode: number;
  /** Rank, leave or haste. */
  readonly claim: number;
  /** It speaks about attacks. */
  readonly about: number;
}

/** Something that is to be done and matters, and whether it puts itself before or instead of what was to be done. */
export interface Deed {
  readonly deed: number;
  readonly order: number;
  /** It asks for what only the reader itself was told. */
  readonly isOwn: boolean;
  /** It is what whoever works on a project is asked for. */
  readonly isWork: boolean;
}

const NOTHING: Turns = { override: 0, address: 0, conceal: 0, frame: 0, mode: 0, claim: 0, about: 0 };
const question = /^\W*(?:how|what|why|can|could|should|is|are|does|do you|which|when)\b[^:]*\?\s*$/;
const isQuestion = ({ signs, said }: Sentence): boolean => has(signs, sign.question) && question.test(said);

/** What turns a sentence. */
export function findTurns(sentence: Sentence): Turns {
  const frame = findFrame(sentence);
  if (sentence.isForeign) return findForeignTurns(sentence, frame);
  const { classes } = sentence;
  const about = has(classes, is.about) ? 2 : 0;
  if (isQuestion(sentence)) return about === 0 ? NOTHING : { ...NOTHING, about };
  const opened = findOpened(sentence);
  const mode = findMode(sentence);
  const override = Math.max(findOverride(sentence), isDiscredited(sentence) ? 3 : 0);
  // `All restrictions are lifted`: one thing, said of nobody in particular.
  const isSame = mode === 3 && opened.mode === 0 && !has(classes, is.you | is.machine | is.person);
  return {
    override: Math.max(opened.override, isSame ? Math.min(1, override) : override),
    address: Math.max(opened.address, findAddress(sentence)),
    conceal: findConceal(sentence),
    frame: Math.max(opened.frame, frame),
    mode: Math.max(opened.mode, mode),
    claim: findClaim(sentence),
    about,
  };
}

const idle: Deed = { deed: 0, order: 0, isOwn: false, isWork: false };

/** What a sentence wants done. */
export function findDeed(sentence: Sentence): Deed {
  if (sentence.isForeign) return findForeignDeed(sentence);
  return isQuestion(sentence) ? idle : findEnglishDeed(sentence);
}

const speaks = /\b(?:i am|i'm|it's me|this is|as|from|by)\s(?:\w+,?\s){0,3}?(?:the|your|our|an?)\s/;

function findClaim({ said, classes }: Sentence): number {
  let claim = has(classes, is.haste) ? 1 : 0;
  if (has(classes, is.leave) && has(classes, is.person | is.rank)) claim += 2;
  if (has(classes, is.rank) && speaks.test(said)) claim += 2;
  return Math.min(2, claim);
}
