// Fills the tables of the loops; see wasm/prefilter.wat.

import { createClasses } from './byte-classes.js';
import { frequencySample } from './frequency-sample.js';

/** A literal in lower case. */
export interface PrefilterLiteral {
  readonly text: string;
  /** True if each `0` stands for any digit. */
  readonly anyDigit: boolean;
  /**
   * True if the literal is reported once for each text, because its position and number of occurrences do not
   * matter.
   */
  readonly once: boolean;
  /** The maximum weight that the literal adds to a total, up to 255. */
  readonly weight: number;
}

/**
 * Fills the tables from the literal records and their number, the letters of the literals, the entries, and a
 * text sample. All except the number are addresses.
 */
export type Build = (
  records: number,
  count: number,
  letters: number,
  entries: number,
  sample: number,
  sampleEnd: number,
) => void;

/** The memory layout, in addition to `wasm-instance.ts`. */
const entriesAt = 729_088;
const entrySize = 24;
/**
 * The number of entries of a one-letter literal. Such a literal is recognized by the next character, with an
 * entry for each class and parity.
 */
const maxEntries = 64;

/** Returns the end of the tables, where texts start. */
export const sizeOfTables = (literals: readonly PrefilterLiteral[]): number =>
  lettersAt(literals) + letters(literals);

/**
 * Returns the additional memory that is needed while the tables are filled: for records, the sample, and
 * counts of sequences of up to three classes.
 */
export const roomToBuild = (literals: readonly PrefilterLiteral[]): number =>
  4 * literals.length + frequencySample.length + 70_000;

const letters = (literals: readonly PrefilterLiteral[]): number =>
  literals.reduce((sum, { text }) => sum + text.length, 0);

const lettersAt = (literals: readonly PrefilterLiteral[]): number =>
  literals.reduce<number>(
    (sum, { text }) => sum + entrySize * (text.length === 1 ? maxEntries : 2),
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
  // A plain loop is used, because the code runs only once, before it is compiled by the JavaScript engine.
  for (let number = 0; number < literals.length; number += 1) {
    const { text, anyDigit, once, weight } = literals[number] as PrefilterLiteral;
    records[number] = text.length | (anyDigit ? 0x1_0000 : 0) | (once ? 0x2_0000 : 0) | (weight << 24);
  }
  const sampleAt = recordsAt + 4 * literals.length;
  const { written } = encoder.encodeInto(frequencySample, memory.subarray(sampleAt));
  build(recordsAt, literals.length, at, entriesAt, sampleAt, sampleAt + written);
}
