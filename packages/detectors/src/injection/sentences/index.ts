// Detects instructions to a model by the structure of sentences and not by exact wording. Sentences near an anchor
// word are parsed word by word, and scored by what they do: override instructions, address a model, conceal something,
// impersonate the system, or demand a harmful action.

import type { Finding } from '../../detector.js';
import { collapsePairs } from '../../engine/normalize/collapse-whitespace.js';
import type { FunctionDetector } from '../../function-detector.js';
import anchors from './lexicon/anchors.json' with { type: 'json' };
import { toUnits } from './lexicon/units.js';
import samples from './samples.json' with { type: 'json' };
import { SentenceGroup } from './score.js';
import type { Languages } from './sentence.js';
import { SentenceAnalyzer } from './sentence-analyzer.js';
import { splitSentences } from './split-sentences.js';

const names: Readonly<Record<Languages, string>> = {
  english: 'instruction-to-model',
  all: 'instruction-to-model-other-language',
};

function find(languages: Languages, text: string, from: number, to: number): readonly Finding[] {
  const { text: collapsed, map } = collapsePairs(text.slice(from, to));
  const original = collapsed.replace(/[\t\v\f\r]/g, ' ');
  const cased = toLowerCase(original);
  const units = toUnits(cased);
  // Line breaks can separate any two words, so they are replaced by spaces. Sentence boundaries are determined from
  // the text with its line breaks.
  const analyzer = new SentenceAnalyzer(cased.replace(/[\n-\r]/g, ' '), original, units, languages);
  const group = new SentenceGroup();
  const findings: Finding[] = [];
  splitSentences(original, units, (start, end) => {
    const analysis = analyzer.analyze(start, end);
    if (analysis === undefined) return;
    const span = group.add({ analysis, start, end });
    if (span === undefined) return;
    const [first, last] = map === undefined ? span : map.locate(...span);
    findings.push({
      kind: 'injection',
      detector: names[languages],
      severity: 'high',
      start: from + first,
      end: from + last,
    });
  });
  return findings;
}

/**
 * Converts a text to lower case without changing positions. If a letter becomes longer in lower case, the text is
 * returned unchanged.
 */
function toLowerCase(text: string): string {
  // The lower case of Σ depends on the letters around it.
  const lower = (text.includes('Σ') ? text.replaceAll('Σ', 'σ') : text).toLowerCase();
  return lower.length === text.length ? lower : text;
}

const windowRadius = 80;
/**
 * The distance within which sentences around an anchor word are read, because they may belong to the same
 * instruction.
 */
const reach = 300;
const weight = 8;

/**
 * Parses English sentences that are near an anchor word and an action verb. Every instruction to a model contains at
 * least one anchor word.
 */
const englishDetector: FunctionDetector = {
  name: names.english,
  kind: 'injection',
  literals: anchors.english,
  secondLiterals: anchors.englishActions,
  prefilterLiterals: anchors.english,
  requiresLiteral: true,
  windowRadius,
  reach,
  weight,
  find: (text, from, to) => find('english', text, from, to),
  samples: samples.english,
};

/** Parses sentences in any language near a word that is not English. */
const otherLanguagesDetector: FunctionDetector = {
  name: names.all,
  kind: 'injection',
  literals: anchors.otherLanguages,
  prefilterLiterals: anchors.otherLanguages,
  requiresLiteral: true,
  windowRadius,
  reach,
  weight,
  find: (text, from, to) => find('all', text, from, to),
  samples: samples.otherLanguages,
};

export const sentenceDetectors: readonly FunctionDetector[] = [englishDetector, otherLanguagesDetector];
