// The strings of one message. They are located in its bytes once and decoded on demand; all stages with the same
// query share one search. Strings that the prefilter of the engine excludes are never decoded.

import type { Engine, Finding, TextOptions } from '@claw/detectors';
import {
  type Awaitable,
  createStringFinder,
  decodeString,
  findStrings,
  type JsonPath,
  type Message,
  type StringSpan,
  visitStrings,
  type WalkPosition,
} from '@claw/jsonrpc-stream';
import { findsAllOf } from '../engine-scope.js';
import type { Clock } from '../ports.js';
import { isBinary } from './decode-base64.js';
import { countKey, KEYS, type KeyCounts, noKeys, toKeyCounts } from './key-counts.js';
import { isOpaqueValue } from './opaque-values.js';
import { hasSecretKey } from './secret-keys.js';

/** A string of a message and its findings. */
export interface TextFindings {
  readonly span: StringSpan;
  readonly text: string;
  readonly findings: readonly Finding[];
}

export interface SearchOptions extends TextOptions {
  /** If true, images and audio are skipped. */
  readonly skipsBinary?: boolean;
}

/** Longer texts are searched in slices, so that other messages are not delayed. */
const AT_ONCE = 64 * 1024;
const SLICE = 16 * 1024;
/**
 * The size up to which the prefilter runs in one step. It processes some hundred megabytes per second, so this takes
 * a few milliseconds.
 */
const SCREENED_AT_ONCE = 4 * 1024 * 1024;
/** How much faster the prefilter is than a search, as a power of two. */
const SCREEN_IS_FASTER = 3;
/** Larger messages are scanned in steps, because they may contain a million strings. */
const WALKED_AT_ONCE = 512 * 1024;
/** The cost of examining a string of any length, in units of text. */
const STRING_COST = 4;
/** A string whose length with its quotes is below this value cannot contain a finding. */
const SHORTEST = 5;

const NOTHING: readonly TextFindings[] = [];

export class MessageTexts {
  readonly message: Message;
  #screened: { readonly engine: Engine; readonly isClean: boolean } | undefined;
  /** The first engine whose prefilter excluded every string. */
  #cleanFor: Engine | undefined;
  #keys: KeyCounts | undefined;
  #mayNameSecrets: boolean | undefined;
  #spans: readonly StringSpan[] | undefined;
  // Created on demand, because most messages do not need them.
  #read: Map<StringSpan, string> | undefined;
  #searchedBy: Engine | undefined;
  #searches: Map<string, Awaitable<readonly TextFindings[]>> | undefined;

  constructor(message: Message) {
    this.message = message;
  }

  /** Every string of the message, including keys. */
  get spans(): readonly StringSpan[] {
    this.#spans ??= findStrings(this.message.bytes);
    return this.#spans;
  }

  /** Counts the keys of a long message in steps. */
  countKeysInSlices(clock: Clock): Awaitable<void> {
    if (this.message.bytes.length <= WALKED_AT_ONCE || this.#keys !== undefined) return undefined;
    const { bytes } = this.message;
    const keyCounts = noKeys();
    const walked: WalkPosition = { at: 0, keyNext: false, objects: [] };
    const visit = (start: number, end: number, isKey: boolean) => {
      if (isKey) countKey(bytes, start, end, keyCounts);
      return true;
    };
    const step = (): Awaitable<void> => {
      visitStrings(bytes, visit, walked, Math.min(bytes.length, walked.at + WALKED_AT_ONCE));
      if (walked.at < bytes.length) return clock.pause().then(step);
      this.#keys = keyCounts;
      return undefined;
    };
    return step();
  }

  /** Returns the same strings as `spans`; a long message is processed in slices. */
  findSpans(clock: Clock): Awaitable<readonly StringSpan[]> {
    if (this.#spans !== undefined || this.message.bytes.length <= WALKED_AT_ONCE) return this.spans;
    return this.#findSpansInSlices(clock);
  }

  async #findSpansInSlices(clock: Clock): Promise<readonly StringSpan[]> {
    const finder = createStringFinder(this.message.bytes);
    while (!finder.step(WALKED_AT_ONCE)) await clock.pause();
    this.#spans = finder.spans;
    return finder.spans;
  }

  textOf(span: StringSpan): string {
    const known = this.#read?.get(span);
    if (known !== undefined) return known;
    const text = decodeString(this.message.bytes, span);
    this.#read ??= new Map();
    this.#read.set(span, text);
    return text;
  }

  /** The number of occurrences of certain names as keys in the message. */
  get keyCounts(): Readonly<KeyCounts> {
    this.#keys ??= this.#countKeys();
    return this.#keys;
  }

  /** Resolves to false if neither a key of the message nor a `name` next to a `value` can announce a secret. */
  mayNameSecrets(clock: Clock): Awaitable<boolean> {
    if (this.#mayNameSecrets !== undefined) return this.#mayNameSecrets;
    const { bytes } = this.message;
    const step = (from: number): Awaitable<boolean> => {
      const to = from + WALKED_AT_ONCE / 4;
      const found = hasSecretKey(bytes, from, to);
      if (!found && to < bytes.length) return clock.pause().then(() => step(to));
      this.#mayNameSecrets = found;
      return found;
    };
    return step(0);
  }

  /**
   * Returns the findings of an engine in the strings of the message. A repeated query returns the previous result.
   */
  search(engine: Engine, options: SearchOptions, clock: Clock): Awaitable<readonly TextFindings[]> {
    if (this.isClean(engine)) return NOTHING;
    const key = `${options.as}/${options.sensitivity}/${options.skipsBinary === true}`;
    if (this.#searchedBy !== engine) this.#searches = undefined;
    this.#searchedBy = engine;
    const known = this.#searches?.get(key);
    if (known !== undefined) return known;
    const found = this.#search(engine, options, clock);
    this.#searches ??= new Map();
    this.#searches.set(key, found);
    return found;
  }

  /** Returns true if the prefilter of the engine excludes every string, so that there are no findings. */
  isClean(engine: Engine): boolean {
    if (this.message.bytes.length > SCREENED_AT_ONCE) return false;
    if (this.#cleanFor !== undefined && (this.#cleanFor === engine || findsAllOf(this.#cleanFor, engine)))
      return true;
    if (this.#screened?.engine !== engine) {
      const counts = engine.countKeysIfClean(this.message.bytes, KEYS);
      this.#screened = { engine, isClean: counts !== undefined };
      if (counts !== undefined) {
        this.#keys ??= toKeyCounts(counts);
        this.#cleanFor ??= engine;
      }
    }
    return this.#screened.isClean;
  }

  #countKeys(): KeyCounts {
    const { bytes } = this.message;
    const keys = noKeys();
    visitStrings(bytes, (start, end, isKey) => {
      if (isKey) countKey(bytes, start, end, keys);
      return true;
    });
    return keys;
  }

  #search(engine: Engine, options: SearchOptions, clock: Clock): Awaitable<readonly TextFindings[]> {
    if (this.message.bytes.length > WALKED_AT_ONCE) return this.#searchLong(engine, options, clock);
    const spans = this.spans.filter((span) => this.#isSuspect(span, engine, options));
    const length = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    if (length > AT_ONCE) return this.#searchInSlices(engine, spans, options, clock);
    return spans.flatMap((span) => {
      const text = this.textOf(span);
      const findings = engine.detect(text, options);
      return findings.length === 0 ? [] : [{ span, text, findings }];
    });
  }

  /** Returns true if the content of a string has to be searched. */
  #isSuspect(span: StringSpan, engine: Engine, { skipsBinary }: SearchOptions): boolean {
    const { start, end } = span;
    if (end - start <= SHORTEST || (skipsBinary && isBinary(span, this))) return false;
    // The prefilter runs first, because computing the path of a string takes longer.
    return engine.mayMatch(this.message.bytes, start + 1, end - 1) && !isOpaqueValue(span, this.message);
  }

  async #searchLong(engine: Engine, options: SearchOptions, clock: Clock): Promise<readonly TextFindings[]> {
    return this.#searchInSlices(engine, await this.findSpans(clock), options, clock);
  }

  async #searchInSlices(
    engine: Engine,
    spans: readonly StringSpan[],
    options: SearchOptions,
    clock: Clock,
  ): Promise<readonly TextFindings[]> {
    const found: TextFindings[] = [];
    let spent = 0;
    for (const span of spans) {
      spent += STRING_COST + ((span.end - span.start) >> SCREEN_IS_FASTER);
      if (this.#isSuspect(span, engine, options)) {
        const text = this.textOf(span);
        const isLong = text.length > SLICE;
        const findings = isLong
          ? await searchLong(text, engine, options, clock)
          : engine.detect(text, options);
        if (findings.length > 0) found.push({ span, text, findings });
        spent += text.length;
      }
      if (spent < SLICE) continue;
      spent = 0;
      await clock.pause();
    }
    return found;
  }
}

/** Searches one text, in slices if it is long. */
export function searchText(
  text: string,
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Awaitable<readonly Finding[]> {
  return text.length > AT_ONCE ? searchLong(text, engine, options, clock) : engine.detect(text, options);
}

async function searchLong(
  text: string,
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Promise<readonly Finding[]> {
  const scan = engine.createScan(text, options);
  while (!scan.step(SLICE)) await clock.pause();
  return scan.findings;
}

/** Formats a path, as in `result.content[0].text`. */
export function showPath(path: JsonPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
