// The door of the package: choose kinds once, then ask about texts. A scan can be done at once or in slices.

import type { Finding, Kind, PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { type Sensitivity, scoreInjection, type TextRole } from '../injection/score.js';
import { families } from '../registry.js';
import { redactionMarker } from '../text/redact.js';
import { createLiteralIndex, shortText } from './literals/literal-index.js';
import { compareFindings, removeCoveredFindings } from './match/findings.js';
import { sortIncrementally } from './match/incremental-sort.js';
import { type ByteFormat, createPrefilter } from './prefilter/prefilter.js';
import { runToEnd } from './run-to-end.js';
import { type SearchResult, search } from './search.js';

/** What an engine looks for. */
export interface EngineOptions {
  /** All kinds unless told. */
  readonly kinds?: readonly Kind[];
  /** Beside the built-in detectors of these kinds. */
  readonly patternDetectors?: readonly PatternDetector[];
  /** Beside the built-in scanners of these kinds: users' patterns, of any kind, come in here. */
  readonly functionDetectors?: readonly FunctionDetector[];
}

/** How one text is to be read. */
export interface TextOptions {
  /** Where the text stands: a result unless told. */
  readonly as?: TextRole;
  /** How little is enough for an injection: medium unless told. */
  readonly sensitivity?: Sensitivity;
}

/** A scan under way. */
export interface IncrementalScan {
  /** Works for about `budget` units of text; true when all is done. */
  step(budget: number): boolean;
  /** What was found; complete once `step` has answered true. */
  readonly findings: readonly Finding[];
}

/** Finds things in texts. It keeps no state between texts and can be shared. */
export interface Engine {
  detect(text: string, options?: TextOptions): readonly Finding[];
  createScan(text: string, options?: TextOptions): IncrementalScan;
  /**
   * Whether bytes[start..end) could hold anything: `false` is certain for every place and sensitivity, `true` means that
   * `detect` has to look. The bytes are UTF-8, the inside of a JSON string unless told.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /**
   * The same question about every string of a JSON text at once, in one go. When none of them holds anything, that is answered
   * by how often each of the names is a key in it; otherwise, and in doubt, by `undefined`.
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
  patternDetectors = [],
  functionDetectors = [],
}: EngineOptions = {}): Engine {
  const gate = createLiteralIndex(
    [...kinds.flatMap((kind) => families[kind].patternDetectors), ...patternDetectors],
    [...kinds.flatMap((kind) => families[kind].functionDetectors), ...functionDetectors],
  );
  const judgesInjection = [...gate.patternDetectors, ...gate.functionDetectors].some(
    ({ kind }) => kind === 'injection',
  );
  // A text is often searched to say whether it may hold anything, and then to say what.
  let last: { readonly text: string; readonly found: SearchResult } | undefined;
  const searchShort = (text: string): SearchResult => {
    if (last?.text !== text) last = { text, found: runToEnd(search(gate, text)) };
    return last.found;
  };
  const createScan = (text: string, options: TextOptions = {}): IncrementalScan => {
    const steps = run(
      text.length <= shortText ? toSteps(() => searchShort(text)) : search(gate, text),
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
      holds: (text) => !isEmpty(searchShort(text)),
    }),
    detect(text, options) {
      if (text.length <= shortText && isEmpty(searchShort(text))) return [];
      const scan = createScan(text, options);
      while (!scan.step(Number.POSITIVE_INFINITY));
      return scan.findings;
    },
  };
}

/** Whether there is nothing to be weighed or told. */
const isEmpty = ({ injectionSignals, otherFindings, invisibleRuns, undecoded }: SearchResult): boolean =>
  injectionSignals.length + otherFindings.length + invisibleRuns.length + undecoded.length === 0;

/** What is done at once, where steps are expected. */
function* toSteps<Result>(work: () => Result): Generator<number, Result> {
  yield 0;
  return work();
}

/** Searches, then weighs; yields the units of work done since the last time. */
function* run(
  searching: Generator<number, SearchResult>,
  text: string,
  injection: TextOptions | undefined,
): Generator<number, readonly Finding[]> {
  const found = yield* searching;
  const findings = yield* findOthers(text, found);
  const injections = injection === undefined ? [] : yield* scoreInjection(text, found, injection);
  // Injections come in order, and there may be hundreds of thousands of them.
  const all = findings.length === 0 ? injections : findings.concat(injections);
  return yield* removeCoveredFindings(yield* sortIncrementally(all, ({ start }) => start, compareFindings));
}

/** Everything that needs no weighing, except `password=[REDACTED]`, which is our own work. */
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
