// The entry point of the package. Creates an engine for selected kinds of detectors, which searches texts
// synchronously or in slices.

import type { Finding, Kind, PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { type Sensitivity, scoreInjection, type TextRole, thresholds } from '../injection/score.js';
import { families } from '../registry.js';
import { redactionMarker } from '../text/redact.js';
import { createLiteralIndex, maxLoopLength, shortText } from './literals/literal-index.js';
import { compareFindings, removeCoveredFindings } from './match/findings.js';
import { sortIncrementally } from './match/incremental-sort.js';
import type { CollectLast } from './prefilter/matcher.js';
import { type ByteFormat, createPrefilter } from './prefilter/prefilter.js';
import { runToEnd } from './run-to-end.js';
import { type SearchResult, search } from './search.js';

/** The options of an engine. */
export interface EngineOptions {
  /** The kinds of detectors. Default: all kinds. */
  readonly kinds?: readonly Kind[];
  /**
   * The highest sensitivity that a search can use (default: `high`). With a lower sensitivity, more texts are
   * excluded without a search.
   */
  readonly sensitivity?: Sensitivity;
  /** Custom pattern detectors, in addition to the built-in detectors of these kinds. */
  readonly patternDetectors?: readonly PatternDetector[];
  /**
   * Custom function detectors, such as user patterns of any kind, in addition to the built-in function detectors of these kinds.
   */
  readonly functionDetectors?: readonly FunctionDetector[];
}

/** The options of a search. */
export interface TextOptions {
  /** The role of the text. Default: a result. */
  readonly as?: TextRole;
  /** The sensitivity to injections. Default: medium. */
  readonly sensitivity?: Sensitivity;
}

/** A scan that runs in steps. */
export interface IncrementalScan {
  /** Processes about `budget` units of text. Returns true when the scan is complete. */
  step(budget: number): boolean;
  /** The findings. They are complete after `step` has returned true. */
  readonly findings: readonly Finding[];
}

/**
 * Finds secrets, injections, personal data and addresses in texts. An engine keeps no state between texts, so
 * it can be shared.
 */
export interface Engine {
  detect(text: string, options?: TextOptions): readonly Finding[];
  createScan(text: string, options?: TextOptions): IncrementalScan;
  /**
   * Returns false only if bytes[start..end) certainly contain no finding, for every role and sensitivity. If
   * the result is true, call `detect`. The bytes are UTF-8, by default the content of a JSON string.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /**
   * Applies the same test to all strings of a JSON text at once. If no string contains a finding, returns for
   * each of the names how often it is a key in the text. Returns `undefined` if a string has a finding or if
   * that is uncertain.
   */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
  /** Builds the tables immediately, so that the first text does not have to wait for them. */
  prepare(): void;
}

const allKinds: readonly Kind[] = ['injection', 'secrets', 'personal', 'egress'];

/**
 * Creates an engine for some kinds of detectors. Create an engine only once: its tables are built by `prepare` or
 * when they are first needed, which takes some milliseconds.
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
  // The last result is cached, because a text is often tested and then searched.
  let last: { readonly text: string; readonly found: SearchResult } | undefined;
  const searchShort = (text: string): SearchResult => {
    if (last?.text !== text) last = { text, found: runToEnd(search(gate, text, thresholds[highest])) };
    return last.found;
  };
  /** Tests whether the search of a short text returns a result. */
  const holds = (text: string, collectLast?: CollectLast): boolean =>
    last?.text === text
      ? !isEmpty(last.found)
      : gate.mayFind(text, collectLast) && !isEmpty(searchShort(text));
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
    prepare: () => void gate.plan(),
    ...createPrefilter({
      plan: gate.plan,
      fold: gate.fold,
      holds,
      mayFind: gate.mayFind,
    }),
    detect(text, options) {
      if (text.length <= shortText ? !holds(text) : text.length <= maxLoopLength && !gate.mayFind(text))
        return [];
      const scan = createScan(text, options);
      while (!scan.step(Number.POSITIVE_INFINITY));
      return scan.findings;
    },
  };
}

/** Tests whether there is nothing to score or report. */
const isEmpty = ({ injectionSignals, otherFindings, invisibleRuns, undecoded }: SearchResult): boolean =>
  injectionSignals.length + otherFindings.length + invisibleRuns.length + undecoded.length === 0;

/** Wraps a synchronous function as a generator without steps. */
function* toSteps<Result>(work: () => Result): Generator<number, Result> {
  yield 0;
  return work();
}

/** Searches the text, then scores the signals. Yields the amount of work done since the previous yield. */
function* run(
  searching: Generator<number, SearchResult>,
  text: string,
  injection: TextOptions | undefined,
): Generator<number, readonly Finding[]> {
  const found = yield* searching;
  const findings = yield* findOthers(text, found);
  const injections = injection === undefined ? [] : yield* scoreInjection(text, found, injection);
  // Injections are already sorted, and there may be hundreds of thousands of them.
  const all = findings.length === 0 ? injections : findings.concat(injections);
  return yield* removeCoveredFindings(yield* sortIncrementally(all, ({ start }) => start, compareFindings));
}

/**
 * Returns the findings that need no scoring, except for `password=[REDACTED]`, which the firewall writes
 * itself.
 */
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
