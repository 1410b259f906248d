// Creates signals: detectors of which one match is seldom sufficient for a finding. The weights of signals near each
// other are added up.

import type { PatternDetector, Severity } from '../detector.js';
import { preventUnrolling, shareContinuations } from './regex-size.js';

/** An injection detector with a weight. A negative weight is evidence against an attack. */
export interface Signal extends PatternDetector {
  readonly kind: 'injection';
  readonly weight: number;
  /**
   * The technique of the signal. Signals of the same technique count once, with the highest weight, because they
   * match the same words. Default: the name.
   */
  readonly technique?: string;
  /** The weight in descriptions of tools and servers, if it is different. */
  readonly weightInDescriptions?: number;
}

interface SignalParts extends Omit<Signal, 'kind' | 'severity' | 'pattern'> {
  readonly severity?: Severity;
  readonly pattern: string;
}

/** The data of a signal: its literals, and texts that it must and must not match. */
interface SignalData {
  readonly literals?: readonly string[];
  readonly secondLiterals?: readonly string[];
  readonly secondReach?: number;
  readonly hit: readonly string[];
  readonly miss: readonly string[];
}

/**
 * The patterns of a signal without its data. If a technique needs several patterns, each is a separate signal,
 * because it has its own literals.
 */
type SignalPatterns = Omit<SignalParts, 'name' | 'samples' | 'literals' | 'pattern'> &
  Pick<SignalData, 'literals'> & { readonly pattern: string | readonly [string, ...string[]] };

/**
 * Creates signals from their patterns and their data, by name. If there are several patterns, the second one has the
 * data and the name `…-2`, and so on. Literals that several signals share are given together with the pattern.
 */
export const createSignals = <Name extends string>(
  data: Readonly<Record<NoInfer<Name>, SignalData>> & Readonly<Record<string, unknown>>,
  parts: Readonly<Record<Name, SignalPatterns>>,
): readonly Signal[] =>
  (Object.keys(parts) as Name[]).flatMap((name) => {
    const { pattern, ...shared }: SignalPatterns = parts[name];
    if (typeof pattern === 'string') return create(name, data[name], { ...shared, pattern });
    return pattern.map((one, index) => {
      const own = index === 0 ? name : `${name}-${index + 1}`;
      return create(own, data[own as Name], { technique: name, ...shared, pattern: one });
    });
  });

const create = (
  name: string,
  { hit, miss, literals = [], ...secondGate }: SignalData,
  parts: Omit<SignalParts, 'name' | 'samples' | 'literals'> & Pick<SignalData, 'literals'>,
): Signal => createSignal({ name, literals, ...secondGate, samples: { hit, miss }, ...parts });

// A gap between words, including Markdown and comment characters. Its length is limited, so that patterns run in
// linear time. JSON escapes are already decoded.
const gap = String.raw`(?:[\s"'*_,;:#>/-]{1,6})`;
// Approximately the letters of all scripts, without the `u` flag. With this flag, a case-insensitive pattern takes
// twice the time.
const letters = String.raw`a-zA-Z\u00aa-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufdff\ufe70-\uffff`;

// `\w` is much faster than a custom class, but includes only ASCII letters.
const wordEdges = (source: string): { readonly begin: string; readonly end: string } =>
  /[\u0080-\uffff]/.test(source)
    ? { begin: `(?<![${letters}0-9_])`, end: `(?![${letters}0-9_])` }
    : { begin: String.raw`(?<!\w)`, end: String.raw`(?!\w)` };

function expandPattern(source: string): string {
  const { begin, end } = wordEdges(source);
  return shareContinuations(preventUnrolling(source))
    .replace(/^\\<(?=(?:\(\?:)*[a-z])/, String.raw`\b`)
    .replaceAll('~', gap)
    .replaceAll(String.raw`\<`, begin)
    .replaceAll(String.raw`\>`, end)
    .replaceAll(String.raw`[\p{L}`, `[${letters}`)
    .replaceAll(String.raw`\p{L}`, `[${letters}]`);
}

/**
 * Creates a signal from its parts. In the pattern, `~` is a gap between words, `\<` and `\>` are the start and the
 * end of a word, and `\p{L}` is a letter. Case is ignored.
 */
export function createSignal({ pattern: source, severity = 'high', ...parts }: SignalParts): Signal {
  let pattern: RegExp | undefined;
  return {
    kind: 'injection',
    severity,
    windowRadius: 112,
    ...parts,
    // The pattern is compiled when one of its literals is first found, because compiling all patterns would delay
    // every start.
    get pattern() {
      pattern ??= new RegExp(expandPattern(source), 'gi');
      return pattern;
    },
  };
}
