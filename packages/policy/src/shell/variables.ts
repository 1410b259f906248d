// Tracks the variables of shell text, so that `f=/etc/shadow; cat $f` cannot hide a path.
import type { ShellWord } from '../facts/commands/shell/shell-syntax.js';
import type { Node } from './syntax-nodes.js';

/** The maximum number of characters that variables may add to one text. */
const MAX_PUT_IN = 256 * 1024;
const MAX_ELEMENTS = 64;

/** A separator between the words of one value. It occurs in no shell text, because control characters are not parsed. */
export const SEPARATOR = '\u0001';

/** Tracks the assignments in one text. */
export class Variables {
  /** Returns the text that a substitution prints, or undefined if it is known only at run time. */
  readonly printed: (script: Node) => ShellWord | undefined;
  // Created on first use, because most texts contain no assignments.
  #known: Map<string, ShellWord> | undefined;
  #left = MAX_PUT_IN;

  constructor(printed: (script: Node) => ShellWord | undefined) {
    this.printed = printed;
  }

  /**
   * Throws an error if substitution adds too much text, because repeated doubling could turn one letter into
   * megabytes.
   */
  get(name: string): ShellWord | undefined {
    const known = this.#known?.get(name);
    this.#left -= known?.text.length ?? 0;
    if (this.#left < 0) throw new Error('its variables hold too much text');
    return known;
  }

  assign(name: string, value: ShellWord, append: boolean): void {
    const before = append ? (this.get(name)?.text ?? '') : '';
    if (value.text.length + before.length < 4096) this.#set(name, { ...value, text: before + value.text });
  }

  /** Assigns the elements of an array. The name alone stands for the first element. */
  assignList(name: string, values: readonly ShellWord[], first = 0): void {
    if (values.length > MAX_ELEMENTS) return;
    const exact = values.every((value) => value.exact);
    const all = { text: values.map(({ text }) => text).join(SEPARATOR), exact };
    for (const [at, value] of values.entries())
      this.assign(elementOf(name, String(at + first)), value, false);
    for (const index of ['@', '*']) this.assign(elementOf(name, index), all, false);
    const [only] = values;
    if (name !== '' && only !== undefined) this.assign(name, only, false);
  }

  loop(name: string, values: readonly ShellWord[]): void {
    const [only] = values;
    if (only !== undefined && values.length === 1) this.#set(name, only);
  }

  #set(name: string, value: ShellWord): void {
    this.#known ??= new Map();
    this.#known.set(name, value);
  }
}

/** The name under which an element is stored. Positional parameters have no array name: `$1`, `$@`. */
export const elementOf = (name: string, index: string): string => (name === '' ? index : `${name}[${index}]`);
