// A signal is a detector whose word alone is rarely enough: signals near each other are added up.

import type { PatternDetector, Severity } from '../detector.js';
import { meeting } from './meeting.js';

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

// A gap between words, with what Markdown and comments put there. Bounded, so that patterns stay linear. The escapes of JSON
// are read before, by a decoder.
const gap = String.raw`(?:[\s"'*_,;:#>/-]{1,6})`;
// Letters of all scripts, near enough, without the `u` flag: with it a pattern that ignores case takes twice the time.
const letters = String.raw`a-zA-Z\u00aa-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufdff\ufe70-\uffff`;

// Looking for `\w` is much faster than for a class of our own, but only ASCII letters are in it.
const edges = (source: string): { readonly begin: string; readonly end: string } =>
  /[\u0080-\uffff]/.test(source)
    ? { begin: `(?<![${letters}0-9_])`, end: `(?![${letters}0-9_])` }
    : { begin: String.raw`(?<!\w)`, end: String.raw`(?!\w)` };

// The engine below writes out what may come two or three times once for each time, unless it could be empty: `(?!)` never
// matches, and looks as if it could. Once 16 MB of code are in use, it makes no pattern fast any more.
const notWrittenOut = (source: string): string => source.replace(/(?<!\\)\)(?=\{[01],[23]\})/g, '|(?!))');

function expand(source: string): string {
  const { begin, end } = edges(source);
  return meeting(notWrittenOut(source))
    .replace(/^\\<(?=(?:\(\?:)*[a-z])/, String.raw`\b`)
    .replaceAll('~', gap)
    .replaceAll(String.raw`\<`, begin)
    .replaceAll(String.raw`\>`, end)
    .replaceAll(String.raw`[\p{L}`, `[${letters}`)
    .replaceAll(String.raw`\p{L}`, `[${letters}]`);
}

/**
 * A signal from its parts. In the pattern `~` is a gap between words, `\<` and `\>` are the edges of one, `\p{L}` is a
 * letter; case is ignored.
 */
export function createSignal({ pattern: source, severity = 'high', ...parts }: SignalParts): Signal {
  let pattern: RegExp | undefined;
  return {
    kind: 'injection',
    severity,
    reach: 112,
    ...parts,
    // Made when its literals are first met: reading all patterns would hold up every start.
    get pattern() {
      pattern ??= new RegExp(expand(source), 'gi');
      return pattern;
    },
  };
}
