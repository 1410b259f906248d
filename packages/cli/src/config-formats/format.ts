// Defines the interface of configuration formats for `wrap`: the parsed value, the entries with the positions of their
// fields, and the edits that wrapping needs. Each format has its own file.

import type { Edit, Span } from './text-edit.js';

export type PathStep = string | number;

/** A field of an entry with its positions in the text. */
export interface Field {
  readonly key: string;
  /** The key as written; for a dotted key, its last part. */
  readonly keySpan: Span;
  /** The span from the key to the end of the value. */
  readonly property: Span;
  readonly value: Span;
  readonly data: unknown;
  /** The elements, if the value is an inline list. */
  readonly items?: readonly Span[];
  /** The members, if the value is an inline map. */
  readonly members?: readonly Field[];
}

/** One entry of a list of servers. */
export interface LocatedEntry {
  readonly name: string;
  readonly path: readonly PathStep[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly fields: ReadonlyMap<string, Field>;
  /** The reason why the text of the entry cannot be edited, if any. */
  readonly problem?: string;
}

/** A parsed configuration file. */
export interface ParsedConfig {
  readonly value: unknown;
  /**
   * Returns the entries under a path of keys; `*` stands for any key. The name of an entry in a list is its field
   * `name`, or its index.
   */
  findEntries(container: readonly string[]): readonly LocatedEntry[];
}

/** The error for an invalid text, with its position: `3:14 a comma is missing`. */
export interface BrokenConfig {
  readonly problem: string;
}

/**
 * A configuration format. INVARIANT: each edit changes only what it describes; the caller verifies this by
 * parsing the result.
 */
export interface Format {
  readonly name: 'json' | 'toml' | 'yaml';
  parse(text: string): ParsedConfig | BrokenConfig;
  /** Formats a string value. */
  quote(value: string): string;
  /** Formats a key. */
  writeKey(key: string): string;
  /** True if a string token can be copied to another position without changing its value. */
  isPortable(token: string): boolean;
  /** Adds elements at the start of a list. */
  prepend(text: string, list: Field, tokens: readonly string[]): Edit;
  /** Removes the first elements of a list, which reverts `prepend`. */
  dropFirst(text: string, list: Field, count: number): Edit;
  /** Adds a field with a list next to another field. */
  addList(text: string, neighbor: Field, key: string, tokens: readonly string[]): Edit;
  /** Removes a field; undefined if a comment prevents it. */
  dropField(text: string, field: Field): Edit | undefined;
}
