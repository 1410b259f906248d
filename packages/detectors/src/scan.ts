// The door of the package: choose kinds once, then ask about texts. A scan can be done at once or in slices.

import type { Finding, Kind, PatternDetector } from './detector.js';
import { createGate } from './engine/gate.js';
import { createScreen } from './engine/screen.js';
import { type Search, search } from './engine/search.js';
import { resolveFindings } from './findings.js';
import { judgeInjection, type Place, type Sensitivity } from './injection/judge.js';
import { redaction } from './redact.js';
import { families } from './registry.js';

/** What an engine looks for. */
export interface EngineOptions {
  /** All kinds unless told. */
  readonly kinds?: readonly Kind[];
  /** Beside the built-in detectors of these kinds. */
  readonly detectors?: readonly PatternDetector[];
}

/** How one text is to be read. */
export interface TextOptions {
  /** Where the text stands: a result unless told. */
  readonly as?: Place;
  /** How little is enough for an injection: medium unless told. */
  readonly sensitivity?: Sensitivity;
}

/** A scan under way. */
export interface Scan {
  /** Works for about `budget` units of text; true when all is done. */
  step(budget: number): boolean;
  /** What was found; complete once `step` has answered true. */
  readonly findings: readonly Finding[];
}

/** Finds things in texts. It keeps no state between texts and can be shared. */
export interface Engine {
  detect(text: string, options?: TextOptions): readonly Finding[];
  createScan(text: string, options?: TextOptions): Scan;
  /**
   * Whether bytes[start..end) could hold anything: `false` is certain for every place and sensitivity, `true` means that
   * `detect` has to look. The bytes are UTF-8, as text or as the inside of a JSON string, and are not decoded.
   */
  screen(bytes: Uint8Array, start: number, end: number): boolean;
}

const allKinds: readonly Kind[] = ['injection', 'secrets', 'personal', 'egress'];

/**
 * An engine for some kinds. Building one costs some milliseconds: build it once.
 *
 * @example createEngine({ kinds: ['secrets'] }).detect('key = ghp_…')
 */
export function createEngine({ kinds = allKinds, detectors = [] }: EngineOptions = {}): Engine {
  const patterns = [...kinds.flatMap((kind) => families[kind].detectors), ...detectors];
  const gate = createGate(patterns);
  const scanners = kinds.flatMap((kind) => families[kind].scanners);
  const createScan = (text: string, options: TextOptions = {}): Scan => {
    const steps = search(gate, scanners, text);
    let findings: readonly Finding[] = [];
    let done = false;
    return {
      get findings() {
        return findings;
      },
      step(budget) {
        for (let spent = 0; !done && spent < budget; ) {
          const next = steps.next();
          if (next.done) {
            findings = conclude(text, next.value, kinds, options);
            done = true;
          } else spent += next.value;
        }
        return done;
      },
    };
  };
  return {
    createScan,
    screen: createScreen(patterns, scanners),
    detect(text, options) {
      const scan = createScan(text, options);
      while (!scan.step(Number.POSITIVE_INFINITY));
      return scan.findings;
    },
  };
}

function conclude(
  text: string,
  found: Search,
  kinds: readonly Kind[],
  options: TextOptions,
): readonly Finding[] {
  const others = found.matches
    .map(({ finding }) => finding)
    // `password=[REDACTED]` is our own work.
    .filter(({ kind, start, end }) => kind !== 'injection' && !redaction.includes(text.slice(start, end)));
  if (!kinds.includes('injection')) return resolveFindings(others);
  return resolveFindings([...others, ...judgeInjection(text, found, options)]);
}
