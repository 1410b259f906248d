// Compiles user patterns with RE2, which runs every pattern in linear time. This is a separate entry point, because
// loading RE2 takes some milliseconds and most policies have no user patterns.

import type { Finding, Kind, Severity } from './detector.js';
import type { FunctionDetector } from './function-detector.js';
import type { Linear, LinearEngine } from './patterns/re2.js';
import { requiredLiterals } from './patterns/required-literals.js';
import { explainSyntax } from './patterns/syntax-reason.js';

/** A user pattern, in the syntax of RE2. */
export interface UserPattern {
  /** The detector name in the findings of the pattern. */
  readonly name: string;
  readonly pattern: string;
  readonly kind: Kind;
  readonly severity?: Severity;
}

/** The reason why a pattern cannot be used. */
export interface PatternProblem {
  readonly name: string;
  readonly reason: string;
}

/** The compiled detectors for `createEngine({ functionDetectors })`, or the problems found. */
export type CompiledPatterns =
  | { readonly ok: true; readonly detectors: readonly FunctionDetector[] }
  | { readonly ok: false; readonly problems: readonly PatternProblem[] };

export type CompilePatterns = (patterns: readonly UserPattern[]) => CompiledPatterns;

const maxPatternLength = 2_048;
/** The maximum size of a compiled pattern. The cost for each character of a text grows with this size. */
const maxProgramSize = 4_096;

/** Loads RE2 and returns a synchronous compiler. */
export async function loadPatterns(): Promise<CompilePatterns> {
  const { RE2JS } = (await import('re2js')) as unknown as { readonly RE2JS: LinearEngine };
  return (patterns) => {
    const detectors: FunctionDetector[] = [];
    const problems: PatternProblem[] = [];
    for (const pattern of patterns) {
      const compiled = compile(RE2JS, pattern.pattern);
      if (typeof compiled === 'string') problems.push({ name: pattern.name, reason: compiled });
      else detectors.push(toDetector(pattern, compiled));
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, detectors };
  };
}

function compile(engine: LinearEngine, source: string): Linear | string {
  if (source.length > maxPatternLength) return `is longer than ${maxPatternLength} characters; split it`;
  try {
    const compiled = engine.compile(source);
    if (compiled.programSize() > maxProgramSize) return 'is too large; use smaller repetitions';
    return compiled.matcher('').find() ? 'matches the empty text, so it would match everywhere' : compiled;
  } catch (error) {
    return explainSyntax(source, error instanceof Error ? error.message : String(error));
  }
}

/**
 * The length of the surrounding text that is passed to the pattern, so that it recognizes word and line boundaries.
 */
const margin = 64;
/**
 * The length of the text after the start of a range in which a match must first end. A longer match is found only if
 * it can be extended gradually.
 */
const firstLook = 4_096;
const maxMatchLength = 262_144;

function toDetector(
  { name, pattern, kind, severity = 'high' }: UserPattern,
  compiled: Linear,
): FunctionDetector {
  const literals = requiredLiterals(pattern);
  return {
    name,
    kind,
    ...(literals === undefined ? {} : { literals, prefilterLiterals: literals, windowRadius: firstLook }),
    readsOriginalText: true,
    find: (text, from, to) => {
      const findings: Finding[] = [];
      for (const { start, end } of findMatches(compiled, text, from, to))
        findings.push({ kind, detector: name, severity, start, end });
      return findings;
    },
    samples: { hit: [], miss: [] },
  };
}

/**
 * Returns matches that start in text[from..to). If a match reaches the end of the text that was passed, the pattern
 * is applied to more text.
 */
function* findMatches(
  compiled: Linear,
  text: string,
  from: number,
  to: number,
): Generator<{ readonly start: number; readonly end: number }> {
  const first = Math.max(0, from - margin);
  let shown = Math.min(text.length, to + firstLook);
  let matcher = compiled.matcher(text.slice(first, shown));
  let position = from;
  while (matcher.find(position - first)) {
    const start = first + matcher.start();
    const end = first + matcher.end();
    if (start >= to) return;
    if (end === shown && shown < text.length && end - start < maxMatchLength) {
      shown = Math.min(text.length, shown + 2 * (end - start) + firstLook);
      matcher = compiled.matcher(text.slice(first, shown));
      position = start;
      continue;
    }
    if (end > start) yield { start, end };
    position = Math.max(end, start + 1);
    if (position >= shown) return;
  }
}
