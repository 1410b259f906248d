// What the loops fill their tables with, put where they read it: see wasm/prefilter.wat.

import { createClasses } from './byte-classes.js';
import { frequencySample } from './frequency-sample.js';

/** A literal in lower case. */
export interface PrefilterLiteral {
  readonly text: string;
  /** Each `0` stands for any digit. */
  readonly anyDigit: boolean;
  /** Nobody asks where it stands, or how often: it is told of once in a text. */
  readonly once: boolean;
  /** What it can add to a sum at the most, up to 255. */
  readonly weight: number;
}

/** Fills the tables: where the records of literals stand, how many, where their letters do, the entries, and a sample. */
export type Build = (
  records: number,
  count: number,
  letters: number,
  entries: number,
  sample: number,
  sampleEnd: number,
) => void;

/** Where things are in the memory, beside what `screen-loops.ts` knows. */
const entriesAt = 671_744;
const entrySize = 24;
/** A single letter is known by whatever follows it, with an entry for each class on either parity. */
const mostEntries = 64;

/** Where the tables end, and texts can begin. */
export const sizeOfTables = (literals: readonly PrefilterLiteral[]): number =>
  lettersAt(literals) + letters(literals);

/** How much more is needed while the tables are filled: for records, the sample, and counts of three classes and less. */
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
