// What a configuration file looks like to `wrap`, whatever it is written in: a value, entries with the places of their
// fields, and the few edits that wrapping needs. One file beside this one for each notation.

import type { Edit, Span } from './text-edit.js';

export type PathStep = string | number;

/** One field of an entry, with its places in the text. */
export interface Field {
  readonly key: string;
  /** The key as it is written; of a dotted key the last part. */
  readonly keySpan: Span;
  /** From the key to the end of the value. */
  readonly property: Span;
  readonly value: Span;
  readonly data: unknown;
  /** The elements, when the value is a list that is written out in place. */
  readonly items?: readonly Span[];
  /** The members, when the value is a map that is written out in place. */
  readonly members?: readonly Field[];
}

/** One entry of a list of servers. */
export interface LocatedEntry {
  readonly name: string;
  readonly path: readonly PathStep[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly fields: ReadonlyMap<string, Field>;
  /** Why its text cannot be edited, if that is so. */
  readonly problem?: string;
}

/** A text that was understood. */
export interface ParsedConfig {
  readonly value: unknown;
  /** The entries under a path of keys; `*` stands for any key. A list holds entries with a `name`. */
  findEntries(container: readonly string[]): readonly LocatedEntry[];
}

/** A text that was not, and where it went wrong: `3:14 a comma is missing`. */
export interface BrokenConfig {
  readonly problem: string;
}

/** A notation. INVARIANT: each edit changes what it says and nothing else; the caller checks by reading again. */
export interface Format {
  readonly name: 'json' | 'toml' | 'yaml';
  parse(text: string): ParsedConfig | BrokenConfig;
  /** A string as it is written in this notation. */
  quote(value: string): string;
  /** A key as it is written in this notation. */
  writeKey(key: string): string;
  /** Whether the written form of a string means the same in another place. */
  isPortable(token: string): boolean;
  /** Puts elements in front of a list. */
  prepend(text: string, list: Field, tokens: readonly string[]): Edit;
  /** Takes the first elements out of a list: the reverse of `prepend`. */
  dropFirst(text: string, list: Field, count: number): Edit;
  /** A new field with a list, beside another field. */
  addList(text: string, beside: Field, key: string, tokens: readonly string[]): Edit;
  /** Takes a field out; undefined when a comment is in the way. */
  dropField(text: string, field: Field): Edit | undefined;
}
