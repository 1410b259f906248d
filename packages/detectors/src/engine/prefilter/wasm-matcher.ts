// Runs the loops of the prefilter: copies texts into their memory and reads the results. See
// wasm/prefilter.wat.

import type { CollectedLiterals, MatcherFlags, MayMatch, OnLiteral, WasmMatcher } from './matcher.js';
import {
  type Exports,
  growTo,
  type Imports,
  loadLoops,
  maxEncountered,
  offsets,
  type Views,
  viewsOf,
} from './wasm-instance.js';
import { arrangeRules, layOutRules, type MatcherRules, type RulesLayout, writeRules } from './wasm-rules.js';
import { type PrefilterLiteral, roomToBuild, sizeOfTables, writeTables } from './wasm-tables.js';

const flags = { foreign: 2, full: 4, encodedRun: 8, dottedRun: 16 } as const;
/** The maximum number of literals, whose numbers have two bytes. */
const maxLiterals = 0xffff;
/** Free memory after a text. The loops read 16 bytes at once, beyond the end of the text. */
const margin = 32;
/**
 * The maximum length of texts for which the memory is kept, and the size of the memory that is kept for a
 * text and one of its strings.
 */
const maxKeptLength = 1_048_576;
const maxKept = 4 * maxKeptLength;
const runAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_';

const encoder = new TextEncoder();

/**
 * Creates the loops for some literals. A string may contain a finding if the total weight of its literals is at least
 * `enough`. Returns `undefined` without WebAssembly, on big-endian machines, for too many literals, and if the address
 * space for the memory is not available.
 */
export function createWasmMatcher(
  literals: readonly PrefilterLiteral[],
  rules: MatcherRules,
  enough: number,
): WasmMatcher | undefined {
  if (literals.length > maxLiterals) return undefined;
  try {
    const instantiate = loadLoops();
    return instantiate && new MatcherInstance(instantiate, literals, rules, enough);
  } catch {
    return undefined;
  }
}

class MatcherInstance implements WasmMatcher {
  readonly #instantiate: () => Exports;
  readonly #rules: RulesLayout;
  #exports: Exports;
  #views: Views;
  /** The range of the current text. The strings of a JSON text are copied to the memory after it. */
  #start: number;
  #end: number;
  #names: readonly string[] | undefined;
  #holds: (start: number, end: number) => boolean = () => true;

  constructor(
    instantiate: (imports: Imports) => Exports,
    literals: readonly PrefilterLiteral[],
    rules: MatcherRules,
    private readonly enough: number,
  ) {
    const holds = (start: number, end: number) => (this.#holds(start, end) ? 1 : 0);
    const layout = layOutRules(rules, sizeOfTables(literals));
    this.#rules = layout;
    this.#instantiate = () => {
      const exports = instantiate({ screen: { holds } });
      arrangeRules(exports.arrange, layout);
      growTo(exports.memory, layout.end);
      return exports;
    };
    this.#exports = this.#instantiate();
    this.#views = viewsOf(this.#exports.memory.buffer, layout);
    this.#start = layout.end;
    this.#end = layout.end;
    this.#reserve(layout.end + roomToBuild(literals));
    writeTables(this.#views.bytes, literals, this.#exports.build);
    writeRules(this.#views.bytes, rules, layout);
    for (const unit of runAlphabet) this.#views.bytes[offsets.runs + unit.charCodeAt(0)] = 1;
  }

  findLiterals(text: string, onLiteral: OnLiteral): MatcherFlags | undefined {
    this.#takeText(text);
    const { squeeze, look, met, stopped } = this.#exports;
    const { met: literals, ends } = this.#views;
    this.#end = squeeze(this.#start, this.#end);
    let seen = 0;
    for (let from = this.#start; ; from = stopped.value) {
      seen |= look(this.#start, from, this.#end);
      const count = met.value;
      if (count === maxEncountered) return undefined;
      for (let index = 0; index < count; index += 1)
        if (onLiteral(literals[index] as number, (ends[index] as number) - this.#start)) return undefined;
      if ((seen & flags.full) === 0) break;
      seen &= ~flags.full;
    }
    return { foreign: (seen & flags.foreign) !== 0, length: this.#end - this.#start };
  }

  collect(text: string): CollectedLiterals | undefined {
    this.#takeText(text);
    const { squeeze, collect } = this.#exports;
    const start = this.#start;
    const end = squeeze(start, this.#end);
    this.#end = end;
    return this.#collected(collect(start, end, this.enough), start, end);
  }

  collectLast(): CollectedLiterals | undefined {
    const { collectLast, lastStart, lastEnd } = this.#exports;
    return this.#collected(collectLast(this.enough), lastStart.value, lastEnd.value);
  }

  #collected(seen: number, start: number, end: number): CollectedLiterals | undefined {
    if ((seen & (flags.foreign | flags.full)) !== 0) return undefined;
    const { met, opened, sum } = this.#exports;
    const { met: literals, ends, openTargets } = this.#views;
    return {
      count: met.value,
      literals,
      ends,
      start,
      length: end - start,
      openTargets,
      openCount: opened.value,
      sum: sum.value,
      hasEncodedRun: (seen & flags.encodedRun) !== 0,
      hasDottedRun: (seen & flags.dottedRun) !== 0,
    };
  }

  weigh(bytes: Uint8Array, start: number, end: number): number {
    this.#take(bytes, start, end);
    return this.#weigh();
  }

  weighText(text: string): number {
    this.#takeText(text);
    return this.#weigh();
  }

  #weigh(): number {
    const { squeeze, look, hasRun, weight, stopped } = this.#exports;
    this.#end = squeeze(this.#start, this.#end);
    let sum = 0;
    for (let from = this.#start; ; from = stopped.value) {
      const seen = look(this.#start, from, this.#end);
      sum += weight.value;
      if ((seen & ~flags.full) !== 0) return Number.POSITIVE_INFINITY;
      if (sum >= this.enough) return sum;
      if (seen === 0) break;
    }
    return hasRun(this.#start, this.#end) === 0 ? sum : Number.POSITIVE_INFINITY;
  }

  countKeysIfClean(
    json: Uint8Array,
    names: readonly string[],
    holds: MayMatch,
  ): readonly number[] | undefined {
    if (this.#names !== names) this.#write(names);
    const at = this.#rules.end;
    this.#take(json, 0, json.length);
    this.#start = this.#end;
    // The memory for one string without its escapes and runs of white space.
    const scratch = this.#end + margin;
    this.#reserve(scratch + json.length + margin);
    const outer = this.#holds;
    this.#holds = (start, end) => holds(json, start - at, end - at);
    let isPlain = false;
    try {
      isPlain = this.#exports.survey(at, at + json.length, this.enough, scratch) === 0;
    } finally {
      this.#start = at;
      this.#holds = outer;
    }
    const counts = new Uint32Array(this.#views.bytes.buffer, offsets.counts, names.length);
    return isPlain ? names.map((_, index) => counts[index] as number) : undefined;
  }

  /** Copies a text into the memory of the loops. */
  #take(bytes: Uint8Array, start: number, end: number): void {
    this.#end = this.#start + end - start;
    this.#shrink(end - start);
    this.#reserve(this.#end + margin);
    const taken = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
    this.#views.bytes.set(taken, this.#start);
  }

  #takeText(text: string): void {
    // A unit needs at most three bytes. For a long text the exact length is computed, so that ASCII text does
    // not take three times its size.
    const mostBytes = text.length <= maxKeptLength ? 3 * text.length : encoder.encode(text).length;
    this.#shrink(text.length);
    this.#reserve(this.#start + mostBytes + margin);
    const { written } = encoder.encodeInto(text, this.#views.bytes.subarray(this.#start));
    this.#end = this.#start + written;
  }

  #shrink(length: number): void {
    const { end } = this.#rules;
    const isOutermost = this.#start === end;
    if (isOutermost && length <= maxKeptLength && this.#views.bytes.length > end + maxKept) this.#renew();
  }

  /**
   * Replaces the memory after a very long text, because memory cannot shrink. The tables are copied into the
   * new memory.
   */
  #renew(): void {
    const tables = this.#views.bytes.subarray(0, this.#rules.end);
    const { text } = this.#exports;
    this.#exports = this.#instantiate();
    // The tables store the number of the text in which a literal last occurred, so the counter must continue.
    this.#exports.text.value = text.value;
    this.#views = viewsOf(this.#exports.memory.buffer, this.#rules);
    this.#views.bytes.set(tables);
  }

  #reserve(end: number): void {
    if (growTo(this.#exports.memory, end)) this.#views = viewsOf(this.#exports.memory.buffer, this.#rules);
  }

  #write(names: readonly string[]): void {
    this.#names = names;
    const { bytes } = this.#views;
    let at: number = offsets.names;
    for (const name of names) {
      bytes[at] = name.length;
      for (let index = 0; index < name.length; index += 1) bytes[at + 1 + index] = name.charCodeAt(index);
      at += 1 + name.length;
    }
    bytes[at] = 0;
  }
}
