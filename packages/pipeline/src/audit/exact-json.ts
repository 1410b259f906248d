// Formats a part of a message for the log: on one line, with normalized strings and exact numbers. The text is not
// parsed, because parsing would change `9007199254740993`, `-0`, `1.0` and `1e400`, and the log is evidence.

import { redactionMarker } from '@claw/detectors';

const [QUOTE, BACKSLASH, COMMA, MINUS] = [0x22, 0x5c, 0x2c, 0x2d];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];
const [ZERO, NINE, SPACE] = [0x30, 0x39, 0x20];

const REDACTED = JSON.stringify(redactionMarker);

/**
 * Returns the values of these members in the text of an object, or undefined if there are none. `isSecret` selects
 * the members to mask.
 */
export function rewriteExactly(
  json: string,
  path: readonly string[],
  isSecret: (name: string) => boolean,
): string | undefined {
  const text = new JsonReader(json, isSecret);
  return path.every((name) => text.enter(name)) ? text.write(false) : undefined;
}

// INVARIANT: the text was parsed as a message before, so it is valid JSON with a limited depth.

class JsonReader {
  readonly #json: string;
  readonly #isSecret: (name: string) => boolean;
  #at = 0;

  constructor(json: string, isSecret: (name: string) => boolean) {
    this.#json = json;
    this.#isSecret = isSecret;
  }

  /** Moves to the value of a member of the current object; returns false if the member does not exist. */
  enter(name: string): boolean {
    if (this.#next() !== OBJECT) return false;
    this.#at++;
    while (this.#next() === QUOTE) {
      const hasName = JSON.parse(this.#string()) === name;
      this.#pass();
      if (hasName) return true;
      this.#skip();
      if (this.#next() === COMMA) this.#at++;
    }
    return false;
  }

  /** Formats the current value. */
  write(isSecret: boolean): string {
    const first = this.#next();
    if (first === OBJECT) return `{${this.#items(OBJECT_END, () => this.#member(isSecret)).join(',')}}`;
    if (first === LIST) return `[${this.#items(LIST_END, () => this.write(isSecret)).join(',')}]`;
    if (first === QUOTE) {
      const text = normalizeString(this.#string());
      return isSecret && text !== '""' ? REDACTED : text;
    }
    const word = this.#word();
    return isSecret && (first === MINUS || (first >= ZERO && first <= NINE)) ? REDACTED : word;
  }

  #member(isSecret: boolean): string {
    const name = normalizeString(this.#string());
    this.#pass();
    return `${name}:${this.write(isSecret || this.#isSecret(JSON.parse(name)))}`;
  }

  #items(end: number, read: () => string): string[] {
    const items: string[] = [];
    this.#at++;
    while (this.#next() !== end && this.#at < this.#json.length) {
      items.push(read());
      if (this.#next() === COMMA) this.#at++;
    }
    this.#at++;
    return items;
  }

  /** Moves to the position after the current value. */
  #skip(): void {
    let depth = 0;
    do {
      const first = this.#next();
      if (first === QUOTE) this.#string();
      else if (first === OBJECT || first === LIST || first === OBJECT_END || first === LIST_END) {
        depth += first === OBJECT || first === LIST ? 1 : -1;
        this.#at++;
      } else if (first === COMMA) this.#at++;
      else this.#word();
    } while (depth > 0 && this.#at < this.#json.length);
  }

  /** Returns the next character that is not white space, or NaN at the end. */
  #next(): number {
    while (this.#json.charCodeAt(this.#at) <= SPACE) this.#at++;
    return this.#json.charCodeAt(this.#at);
  }

  /** Moves to the position after the colon of a member. */
  #pass(): void {
    this.#next();
    this.#at++;
  }

  /** Returns the string at the current position, with its quotes. */
  #string(): string {
    const start = this.#at;
    do this.#at = this.#json.indexOf('"', this.#at + 1);
    while (this.#isEscaped(start));
    this.#at++;
    return this.#json.slice(start, this.#at);
  }

  #isEscaped(start: number): boolean {
    let before = this.#at - 1;
    while (before > start && this.#json.charCodeAt(before) === BACKSLASH) before--;
    return (this.#at - before) % 2 === 0;
  }

  /** Returns the number or literal at the current position; also skips a colon. */
  #word(): string {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#json)?.[0] ?? '';
    this.#at += Math.max(1, word.length);
    return word;
  }
}

const WORD = /[\w+.-]*/y;

/** Normalizes the escapes in a string; most strings have none. */
const normalizeString = (text: string): string =>
  text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
