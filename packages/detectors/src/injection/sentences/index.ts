// Detectors of instructions to a model that analyse the structure of sentences instead of exact wording. Sentences
// near an anchor word are read word by word, and their functions (override instructions, address a model, conceal
// something, impersonate the system, demand a harmful action) are scored.

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
  // A line may break between any two words; sentence boundaries are read from the text with its line breaks.
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

/** The text in lower case, with positions unchanged: a text with letters that grow in lower case is left as it is. */
function toLowerCase(text: string): string {
  // The lower case of Σ depends on its neighbors.
  const lower = (text.includes('Σ') ? text.replaceAll('Σ', 'σ') : text).toLowerCase();
  return lower.length === text.length ? lower : text;
}

const windowRadius = 80;
/** Sentences around those that are near an anchor belong to the same instruction. */
const reach = 300;
const weight = 8;

/** Reads English sentences near a word that every instruction to a model contains, and near a verb of action. */
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

/** Reads sentences of all languages near a word that is not English. */
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
