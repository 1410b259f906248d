// Patterns that users write, on an engine that is linear whatever they write. An entry of its own: the engine takes some
// milliseconds to load, and most policies have no pattern.

import type { Finding, Kind, Severity } from './detector.js';
import type { FunctionDetector } from './function-detector.js';
import type { Linear, LinearEngine } from './patterns/re2.js';
import { requiredLiterals } from './patterns/required-literals.js';
import { explainSyntax } from './patterns/syntax-reason.js';

/** One pattern of a user, in the syntax of RE2. */
export interface UserPattern {
  /** Findings carry it as their detector. */
  readonly name: string;
  readonly pattern: string;
  readonly kind: Kind;
  readonly severity?: Severity;
}

/** Why a pattern cannot be used. */
export interface PatternProblem {
  readonly name: string;
  readonly reason: string;
}

/** Detectors for `createEngine({ functionDetectors })`, or the problems found. */
export type CompiledPatterns =
  | { readonly ok: true; readonly detectors: readonly FunctionDetector[] }
  | { readonly ok: false; readonly problems: readonly PatternProblem[] };

export type CompilePatterns = (patterns: readonly UserPattern[]) => CompiledPatterns;

const longestPattern = 2_048;
/** The work for each character grows with the size of the compiled pattern. */
const largestProgram = 4_096;

/** Loads the engine; compiling is synchronous afterwards. */
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
  if (source.length > longestPattern) return `is longer than ${longestPattern} characters; split it`;
  try {
    const compiled = engine.compile(source);
    if (compiled.programSize() > largestProgram) return 'is too large; use smaller repetitions';
    return compiled.matcher('').find() ? 'matches the empty text, so it would match everywhere' : compiled;
  } catch (error) {
    return explainSyntax(source, error instanceof Error ? error.message : String(error));
  }
}

/** How much text beside a stretch is shown to the pattern, for edges of words and lines. */
const margin = 64;
/** A match with a fixed end further away than this is not found; one that goes on and on is followed. */
const firstLook = 4_096;
const longestMatch = 262_144;

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

/** Matches that start in text[from..to). One that touches the end of what was shown is tried again with more. */
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
    if (end === shown && shown < text.length && end - start < longestMatch) {
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
