// Fills the tables of the loops; see wasm/prefilter.wat.

import { createClasses } from './byte-classes.js';
import { frequencySample } from './frequency-sample.js';

/** A literal in lower case. */
export interface PrefilterLiteral {
  readonly text: string;
  /** Each `0` stands for any digit. */
  readonly anyDigit: boolean;
  /** Its position and number of occurrences do not matter: it is reported once for each text. */
  readonly once: boolean;
  /** Its maximum contribution to a sum, up to 255. */
  readonly weight: number;
}

/**
 * Fills the tables: the positions and number of literal records, the positions of their letters, the entries,
 * and a sample.
 */
export type Build = (
  records: number,
  count: number,
  letters: number,
  entries: number,
  sample: number,
  sampleEnd: number,
) => void;

/** The memory layout, in addition to `wasm-matcher.ts`. */
const entriesAt = 671_744;
const entrySize = 24;
/** A single letter is identified by the following character, with an entry for each class and parity. */
const mostEntries = 64;

/** The end of the tables, and the start of texts. */
export const sizeOfTables = (literals: readonly PrefilterLiteral[]): number =>
  lettersAt(literals) + letters(literals);

/** Additional memory while the tables are filled: for records, the sample, and counts of three classes or less. */
export const roomToBuild = (literals: readonly PrefilterLiteral[]): number =>
  4 * literals.length + frequencySample.length + 70_000;

const letters = (literals: readonly PrefilterLiteral[]): number =>
  literals.reduce((sum, { text }) => sum + text.length, 0);

const lettersAt = (literals: readonly PrefilterLiteral[]): number =>
  literals.reduce<number>(
    (sum, { text }) => sum + entrySize * (text.length === 1 ? mostEntries : 2),
    entriesAt,
  );

/** Writes the tables of some literals. */
export function writeTables(memory: Uint8Array, literals: readonly PrefilterLiteral[], build: Build): void {
  memory.set(createClasses());
  const encoder = new TextEncoder();
  const at = lettersAt(literals);
  const end = sizeOfTables(literals);
  encoder.encodeInto(literals.map(({ text }) => text).join(''), memory.subarray(at, end));
  const recordsAt = (end + 3) & ~3;
  const records = new Uint32Array(memory.buffer, recordsAt, literals.length);
  // A plain loop: this runs once, before anything is compiled.
  for (let number = 0; number < literals.length; number += 1) {
    const { text, anyDigit, once, weight } = literals[number] as PrefilterLiteral;
    records[number] = text.length | (anyDigit ? 0x1_0000 : 0) | (once ? 0x2_0000 : 0) | (weight << 24);
  }
  const sampleAt = recordsAt + 4 * literals.length;
  const { written } = encoder.encodeInto(frequencySample, memory.subarray(sampleAt));
  build(recordsAt, literals.length, at, entriesAt, sampleAt, sampleAt + written);
}
