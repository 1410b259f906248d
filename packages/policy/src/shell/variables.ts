// Tracks the variables of shell text, so that `f=/etc/shadow; cat $f` cannot hide a path.
import type { ShellWord } from '../facts/commands/shell-syntax.js';

/** The maximum number of characters that variables may add to one text. */
const MAX_PUT_IN = 256 * 1024;

/** Tracks the assignments in one text. */
export class Variables {
  // Created on first use, because most texts contain no assignments.
  #known: Map<string, ShellWord> | undefined;
  #left = MAX_PUT_IN;

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
    if (value.text.length + before.length < 4096)
      this.#set(name, { text: before + value.text, exact: value.exact });
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
