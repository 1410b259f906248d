// A signal is a detector whose word alone is rarely enough: signals near each other are added up.

import type { PatternDetector, Severity } from '../detector.js';

/** A detector of the injection family with its weight. A negative weight speaks for the innocent. */
export interface Signal extends PatternDetector {
  readonly kind: 'injection';
  readonly weight: number;
  /** Signals of one idea count once, with the highest weight: they see the same words. The name unless told. */
  readonly idea?: string;
  /** The weight in tool and server descriptions, when it differs: steering belongs to the attack there. */
  readonly inDescriptions?: number;
}

interface SignalParts extends Omit<Signal, 'kind' | 'severity' | 'pattern'> {
  readonly severity?: Severity;
  readonly pattern: string;
}

// A gap between words: what Markdown, comments and JSON escapes put there included. Bounded, so that patterns stay linear.
const gap = String.raw`(?:(?:[\s"'*_,;:#>/-]|\\[nrt"]){1,6})`;
// A word begins here also when the letter before belongs to an escape: `\nIgnore`.
const begin = String.raw`(?:(?<![\p{L}\p{N}_])|(?<=\\[nrt]))`;
const end = String.raw`(?![\p{L}\p{N}_])`;

const expand = (source: string): string =>
  source
    .replace(/\s*\n\s*/g, '')
    .replaceAll('~', gap)
    .replaceAll(String.raw`\<`, begin)
    .replaceAll(String.raw`\>`, end);

/** A signal from its parts. In the pattern `~` is a gap between words, `\<` and `\>` are the edges of one; case is ignored. */
export const createSignal = ({ pattern, severity = 'high', ...parts }: SignalParts): Signal => ({
  kind: 'injection',
  severity,
  pattern: new RegExp(expand(pattern), 'giu'),
  ...parts,
});
