// Detects instructions to AI models that read a text: somebody addresses them (`Travel assistants:`, `Notes for AI
// reviewers`) or speaks about their user, and demands something that an attacker would want. An address with a
// harmless demand is not reported.

import type { Finding } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { addressed, findAddress, lengthOfPassive, type NounKind } from './address.js';
import anchors from './anchors.json' with { type: 'json' };
import { maxPassageLength, startOfParagraph } from './passage.js';
import { impliedReader, readerNoun } from './reader-nouns.js';
import samples from './samples.json' with { type: 'json' };
import { type KnownSentences, scoreDemand, scoreParagraph, scorePassage } from './score.js';

/** At most this number of addresses are followed up in this length of text. */
const most = 6;
const nearby = 300;

/** The length of the text before a noun that is examined. */
const before = 90;
/** The length of the text before a noun in which a passive sentence may begin. */
const longestPassive = 220;

/**
 * Calls `score` with each match in text[from..to) in lower case, and returns a finding from the match to the position
 * that `score` returns. `lead` is the length of the text before `from` that `score` reads.
 */
function findPassages(
  detector: string,
  text: string,
  from: number,
  to: number,
  lead: number,
  pattern: RegExp,
  score: (lower: string, match: RegExpExecArray) => readonly [number, number] | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  const start = Math.max(0, from - lead);
  const passages = text.slice(start, to + maxPassageLength);
  const lower = passages.toLowerCase();
  // Some letters become longer in lower case, so that positions would change.
  if (lower.length !== passages.length) return findings;
  pattern.lastIndex = from - start;
  let reported = 0;
  for (
    let match = pattern.exec(lower);
    match !== null && match.index < to - start;
    match = pattern.exec(lower)
  ) {
    if (match.index < reported) continue;
    const span = score(lower, match);
    if (span === undefined) continue;
    reported = span[1];
    findings.push({
      kind: 'injection',
      detector,
      severity: 'high',
      start: start + span[0],
      end: start + span[1],
    });
  }
  return findings;
}

const kindOf = ({ 1: certain, 2: machine }: RegExpExecArray): NounKind =>
  certain !== undefined ? 'certain' : machine !== undefined ? 'machine' : 'role';

function findAddressed(text: string, from: number, to: number): readonly Finding[] {
  let last = Number.NEGATIVE_INFINITY;
  let isCertain = false;
  const known: KnownSentences = new Map();
  let recent = Number.NEGATIVE_INFINITY;
  let tried = 0;
  return findPassages(names.addressed, text, from, to, longestPassive, readerNoun, (lower, match) => {
    const { 0: noun, index } = match;
    // In `AI agents`, both words are nouns.
    const isSameNoun = isCertain && index - last <= 1;
    const kind = kindOf(match);
    isCertain = kind === 'certain';
    last = index + noun.length;
    if (isSameNoun) return undefined;
    const beforeNoun = lower.slice(Math.max(0, index - before), index);
    const address = findAddress(beforeNoun, noun, lower.slice(last, last + 180), kind);
    if (address === addressed.not) {
      const length = lengthOfPassive(lower.slice(Math.max(0, index - longestPassive), index));
      if (length === 0) return undefined;
      const stop = scoreDemand(lower, index - length, known);
      return stop === undefined || stop <= index ? undefined : [index - length, stop];
    }
    // A text can name programs in every second word.
    if (index - recent < nearby && tried >= most) return undefined;
    if (index - recent >= nearby) {
      recent = index;
      tried = 0;
    }
    tried += 1;
    const end = scorePassage(lower, index, address, known);
    return end === undefined ? undefined : [index, end];
  });
}

function findImplied(text: string, from: number, to: number): readonly Finding[] {
  const known: KnownSentences = new Map();
  let read = -1;
  return findPassages(names.implied, text, from, to, maxPassageLength, impliedReader, (lower, { index }) => {
    const start = startOfParagraph(lower, index);
    // A paragraph is read once.
    if (start === read) return undefined;
    read = start;
    const end = scoreParagraph(lower, start, known);
    return end === undefined ? undefined : [start, end];
  });
}

const names = { addressed: 'instruction-to-reader', implied: 'instruction-about-user' } as const;

const addressedDetector: FunctionDetector = {
  name: names.addressed,
  kind: 'injection',
  literals: anchors.readers,
  prefilterLiterals: anchors.readers,
  requiresLiteral: true,
  windowRadius: 80,
  reach: 200,
  // Examples and quotations near the passage lower its score, but must not hide it.
  weight: 11,
  find: findAddressed,
  samples: samples.addressed,
};

const impliedDetector: FunctionDetector = {
  name: names.implied,
  kind: 'injection',
  literals: anchors.implied,
  prefilterLiterals: anchors.implied,
  requiresLiteral: true,
  windowRadius: 80,
  reach: 200,
  weight: 8,
  find: findImplied,
  samples: samples.implied,
};

export const readerDetectors: readonly FunctionDetector[] = [addressedDetector, impliedDetector];
