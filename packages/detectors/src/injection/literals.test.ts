// Tests that every text that a signal matches contains the literals of the signal, because the pattern is run only
// near them. The test generates random matching texts from the source of each pattern.

import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.js';
import { patternSignals } from './patterns/index.js';
import type { Signal } from './signal.js';

type Random = () => number;

/** Returns a random text that a part of a pattern matches. */
type Writer = (random: Random) => string;

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item;

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
const letters = range(97, 122);
const classes: Readonly<Record<string, readonly string[]>> = {
  // Mostly spaces, as in ordinary texts.
  s: [...' '.repeat(12), '\n', '\t'],
  d: range(48, 57),
  w: [...letters, ...range(48, 57), '_'],
  S: letters,
  n: ['\n'],
};
const excluded = [...letters, ' ', ' ', ' ', ',', '-', '0', '_'];

/**
 * Parses the source of a regular expression into a writer. Assertions are skipped, so some texts of the writer do not
 * match.
 */
class PatternReader {
  #at = 0;
  constructor(private readonly source: string) {}

  alternatives(): Writer {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const possible = options.filter((option) => option !== undefined);
    return (random) => pick(possible, random)(random);
  }

  #take(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Returns `undefined` if the part matches no text. */
  #sequence(): Writer | undefined {
    const parts: Writer[] = [];
    let isPossible = true;
    while (this.#at < this.source.length && !/[|)]/.test(this.source[this.#at] as string)) {
      if (this.#take('(?!)')) isPossible = false;
      else parts.push(this.#repeated(this.#atom()));
    }
    return isPossible ? (random) => parts.map((part) => part(random)).join('') : undefined;
  }

  #atom(): Writer {
    const isSkipped = ['(?!', '(?<!', '(?<='].some((start) => this.#take(start));
    if (isSkipped || this.#take('(?:') || this.#take('(?=') || this.#take('(')) {
      const inner = this.alternatives();
      this.#at += 1;
      return isSkipped ? () => '' : inner;
    }
    const unit = this.source[this.#at] as string;
    this.#at += 1;
    if (unit === '[') return this.#characters();
    if (unit === '\\') return this.#escape();
    return () => (/[\^$]/.test(unit) ? '' : unit === '.' ? 'x' : unit);
  }

  #escape(): Writer {
    const [, name, digits] = /^([a-zA-Z1-9]?)([0-9a-f]*)/.exec(this.source.slice(this.#at)) ?? [];
    // In `(?=(X))\1`, the lookahead already wrote the text.
    if (/^[1-9b]/.test(name ?? '')) {
      this.#at += 1;
      return () => '';
    }
    const units = this.#unit();
    return digits === undefined ? () => '' : (random) => pick(units, random);
  }

  /** Returns the characters that an escape matches. */
  #unit(): readonly string[] {
    const name = this.source[this.#at] as string;
    this.#at += 1;
    const size = { x: 2, u: 4 }[name];
    if (size === undefined) return classes[name] ?? [name];
    this.#at += size;
    return [String.fromCharCode(Number.parseInt(this.source.slice(this.#at - size, this.#at), 16))];
  }

  #characters(): Writer {
    const isNegated = this.#take('^');
    const members: string[] = [];
    while (!this.#take(']')) {
      const units = this.#member();
      if (this.source[this.#at] === '-' && this.source[this.#at + 1] !== ']') {
        this.#at += 1;
        const to = (this.#member()[0] as string).charCodeAt(0);
        members.push(...range((units[0] as string).charCodeAt(0), Math.min(to, 127)));
      } else members.push(...units);
    }
    const forbidden = members.join('').toLowerCase();
    const possible = isNegated ? excluded.filter((unit) => !forbidden.includes(unit)) : members;
    return (random) => (possible.length === 0 ? 'x' : pick(possible, random));
  }

  #member(): readonly string[] {
    if (this.#take('\\')) return this.#unit();
    this.#at += 1;
    return [this.source[this.#at - 1] as string];
  }

  #repeated(part: Writer): Writer {
    const found = /^(?:\{(\d+)(,?)(\d*)\}|([?*+]))\??/.exec(this.source.slice(this.#at));
    if (found === null) return part;
    const [whole, from, comma, to, sign] = found;
    this.#at += whole.length;
    const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const most = sign === '?' ? 1 : comma === '' ? least : Number(to ?? '') || least + 3;
    return (random) => {
      // The count is mostly small, so that the match fits into a window.
      const count = least + Math.floor(random() ** 3 * (Math.min(most - least, 12) + 1));
      return Array.from({ length: count }, () => part(random)).join('');
    };
  }
}

/** Returns a function that generates numbers from 0 to 1 in a fixed order. */
function createRandom(): Random {
  let state = 20_011;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Texts before and after a match. */
const surroundings = [
  ['The boats come in at dawn.\n', '\nThey go out again by noon.'],
  ['', ''],
  ['# ', '\n'],
] as const;

/** Returns random texts that the pattern matches, with other text around them. */
function* matchingTexts({ pattern }: Signal, count: number): Generator<string> {
  const random = createRandom();
  const write = new PatternReader(pattern.source).alternatives();
  for (let tries = 0, found = 0; tries < 40 * count && found < count; tries += 1) {
    const [before, after] = pick(surroundings, random);
    const text = `${before}${write(random)}${after}`;
    pattern.lastIndex = 0;
    // The engine collapses runs of white space before it searches, so such texts are skipped.
    if (/\s{3}/.test(text) || !pattern.test(text)) continue;
    found += 1;
    yield text;
  }
}

const endsOf = (text: string, literals: readonly string[]): readonly number[] =>
  literals.flatMap((literal) => {
    const ends: number[] = [];
    for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1))
      ends.push(at + literal.length);
    return ends;
  });

/** Tests whether a text contains the literals as the engine requires them. */
function hasLiterals({ literals, secondLiterals, secondReach = 400 }: Signal, text: string): boolean {
  const read = text.toLowerCase().replace(/\s+/g, ' ');
  const ends = endsOf(read, literals);
  if (secondLiterals === undefined) return ends.length > 0;
  const seconds = endsOf(read, secondLiterals);
  return ends.some((end) => seconds.some((second) => Math.abs(second - end) <= secondReach));
}

/**
 * Signals whose literals consist of several words with spaces or cover only the common wordings. Matches with other
 * separators or wordings are not found. When such a signal is completed, it must be removed from this list.
 */
const incomplete = new Set(
  `override-without-spaces override-tool-safeguards instructions-revoked instructions-start-here dismiss-own-instructions
   prior-instructions-void uppercase-directive claimed-safe granted-permission claimed-rank
   claimed-consent act-at-next-turn omit-from-answer keep-user-unaware leave-no-trace
   send-private-data hand-over-private-data print-prompt secret-file-in-command do-instead act-regardless call-named-tool tool-claimed-safe follow-remote-instructions pass-in-parameter
   use-instead-of-other-tools-2 warning-void warning-not-binding warning-discredited tool-requires-private-data
   tool-addresses-model tool-controls-others override-ru conceal-ru reveal-prompt-ru
   dismiss-ru keep-unaware-ru obey-text-ru revoke-ru send-secrets-ru
   override-uk conceal-uk reveal-prompt-uk override-ar dismiss-ar
   revoke-hi dismiss-zh send-secrets-zh dismiss-ja dismiss-ko
   revoke-ko send-secrets-ko discusses-attacks short-quotation`.split(/\s+/),
);

const encoder = new TextEncoder();

test('incomplete signals exist', () => {
  const names = new Set(patternSignals.map(({ name }) => name));
  expect([...incomplete].filter((name) => !names.has(name))).toEqual([]);
});

for (const signal of patternSignals)
  (incomplete.has(signal.name) ? test.fails : test)(`${signal.name} has its literals in every match`, () => {
    const detector = { ...signal, accept: () => true, weight: 10, weightInDescriptions: 10 };
    const engine = createEngine({ kinds: [], patternDetectors: [detector] });
    let count = 0;
    for (const text of matchingTexts(signal, 300)) {
      count += 1;
      expect(hasLiterals(signal, text), text).toBe(true);
      const bytes = encoder.encode(text);
      expect(engine.mayMatch(bytes, 0, bytes.length), text).toBe(true);
    }
    expect(count).toBeGreaterThan(0);
  });
