// The entry point of the package: an engine for some kinds of detectors, which searches texts synchronously or in
// slices.

import type { Finding, Kind, PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { type Sensitivity, scoreInjection, type TextRole, thresholds } from '../injection/score.js';
import { families } from '../registry.js';
import { redactionMarker } from '../text/redact.js';
import { createLiteralIndex, shortText } from './literals/literal-index.js';
import { compareFindings, removeCoveredFindings } from './match/findings.js';
import { sortIncrementally } from './match/incremental-sort.js';
import { type ByteFormat, createPrefilter } from './prefilter/prefilter.js';
import { runToEnd } from './run-to-end.js';
import { type SearchResult, search } from './search.js';

/** The detectors of an engine. */
export interface EngineOptions {
  /** All kinds by default. */
  readonly kinds?: readonly Kind[];
  /** The highest sensitivity of its searches; `high` by default. Lower ones let more texts pass without a search. */
  readonly sensitivity?: Sensitivity;
  /** In addition to the built-in detectors of these kinds. */
  readonly patternDetectors?: readonly PatternDetector[];
  /** In addition to the built-in scanners of these kinds, such as user patterns of any kind. */
  readonly functionDetectors?: readonly FunctionDetector[];
}

/** The options of a search. */
export interface TextOptions {
  /** The location of the text; a result by default. */
  readonly as?: TextRole;
  /** The sensitivity for injections; medium by default. */
  readonly sensitivity?: Sensitivity;
}

/** A running scan. */
export interface IncrementalScan {
  /** Works for about `budget` units of text; returns true when the scan is complete. */
  step(budget: number): boolean;
  /** The findings; complete after `step` has returned true. */
  readonly findings: readonly Finding[];
}

/**
 * Finds secrets, injections, personal data and addresses in texts. It has no state between texts and can be
 * shared.
 */
export interface Engine {
  detect(text: string, options?: TextOptions): readonly Finding[];
  createScan(text: string, options?: TextOptions): IncrementalScan;
  /**
   * False only if bytes[start..end) certainly contain no finding, for every location and sensitivity; if
   * true, `detect` has to search. The bytes are UTF-8, the content of a JSON string by default.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /**
   * The same test for all strings of a JSON text at once. If none of them contains a finding, returns how
   * often each of the names is a key in the text; otherwise, or if uncertain, `undefined`.
   */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
}

const allKinds: readonly Kind[] = ['injection', 'secrets', 'personal', 'egress'];

/**
 * An engine for some kinds. Its tables are built when they are first needed, which costs some milliseconds: create it once.
 *
 * @example createEngine({ kinds: ['secrets'] }).detect('key = ghp_…')
 */
export function createEngine({
  kinds = allKinds,
  sensitivity: highest = 'high',
  patternDetectors = [],
  functionDetectors = [],
}: EngineOptions = {}): Engine {
  const gate = createLiteralIndex(
    [...kinds.flatMap((kind) => families[kind].patternDetectors), ...patternDetectors],
    [...kinds.flatMap((kind) => families[kind].functionDetectors), ...functionDetectors],
    thresholds[highest],
  );
  const judgesInjection = [...gate.patternDetectors, ...gate.functionDetectors].some(
    ({ kind }) => kind === 'injection',
  );
  // The result of the test is cached, because a text is often searched directly afterwards.
  let last: { readonly text: string; readonly found: SearchResult } | undefined;
  const searchShort = (text: string): SearchResult => {
    if (last?.text !== text) last = { text, found: runToEnd(search(gate, text, thresholds[highest])) };
    return last.found;
  };
  /** True if the search of a short text has a result. */
  const holds = (text: string): boolean =>
    last?.text === text ? !isEmpty(last.found) : gate.mayFind(text) && !isEmpty(searchShort(text));
  const createScan = (text: string, options: TextOptions = {}): IncrementalScan => {
    if (thresholds[options.sensitivity ?? 'medium'] < thresholds[highest])
      throw new Error(`the engine was created for the sensitivity \`${highest}\``);
    const steps = run(
      text.length <= shortText ? toSteps(() => searchShort(text)) : search(gate, text, thresholds[highest]),
      text,
      judgesInjection ? options : undefined,
    );
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
            findings = next.value;
            done = true;
          } else spent += next.value;
        }
        return done;
      },
    };
  };
  return {
    createScan,
    ...createPrefilter({
      plan: gate.plan,
      fold: gate.fold,
      holds,
    }),
    detect(text, options) {
      if (text.length <= shortText && !holds(text)) return [];
      const scan = createScan(text, options);
      while (!scan.step(Number.POSITIVE_INFINITY));
      return scan.findings;
    },
  };
}

/** True if there is nothing to score or report. */
const isEmpty = ({ injectionSignals, otherFindings, invisibleRuns, undecoded }: SearchResult): boolean =>
  injectionSignals.length + otherFindings.length + invisibleRuns.length + undecoded.length === 0;

/** A synchronous result in the form of a scan. */
function* toSteps<Result>(work: () => Result): Generator<number, Result> {
  yield 0;
  return work();
}

/** Searches, then scores; yields the units of work done since the last time. */
function* run(
  searching: Generator<number, SearchResult>,
  text: string,
  injection: TextOptions | undefined,
): Generator<number, readonly Finding[]> {
  const found = yield* searching;
  const findings = yield* findOthers(text, found);
  const injections = injection === undefined ? [] : yield* scoreInjection(text, found, injection);
  // Injections are in order, and there may be hundreds of thousands of them.
  const all = findings.length === 0 ? injections : findings.concat(injections);
  return yield* removeCoveredFindings(yield* sortIncrementally(all, ({ start }) => start, compareFindings));
}

/** All findings without scoring, except `password=[REDACTED]`, which is our own redaction. */
function* findOthers(text: string, { otherFindings }: SearchResult): Generator<number, Finding[]> {
  const findings: Finding[] = [];
  let looked = 0;
  for (const finding of otherFindings) {
    if (!isOurs(text, finding)) findings.push(finding);
    looked += 1;
    if (looked % slice === 0) yield slice * 8;
  }
  return findings;
}

const isOurs = (text: string, { start, end }: Finding): boolean =>
  end - start <= redactionMarker.length && redactionMarker.includes(text.slice(start, end));

const slice = 1_024;
