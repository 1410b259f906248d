// What every match of a pattern must hold, read off the pattern itself: words that stand in all of it or in each of its
// branches. Whatever the reader does not know, it takes for something that needs nothing.

import { gap, edges as wordEdges } from '../injection/signal.js';
import type { Rarity } from './screen-rarity.js';

/** A literal in lower case; a short one is told from a part of a longer word by its edges. */
export interface Word {
  readonly text: string;
  /** No letter or digit before it. */
  readonly opens: boolean;
  /** No letter or digit behind it. */
  readonly closes: boolean;
}

/** One of some words, all of some needs, or any of them. Nothing can satisfy an empty `one`. */
export type Need =
  | { readonly kind: 'one'; readonly words: readonly Word[] }
  | { readonly kind: 'all'; readonly needs: readonly Need[] }
  | { readonly kind: 'any'; readonly needs: readonly Need[] };

/** What a part of a pattern matches. */
interface Part {
  /** Everything that it can match, in lower case, when that is little. */
  readonly exact?: readonly string[];
  /** The rest of a choice, some of which is exact. */
  readonly others?: readonly Need[];
  readonly need?: Need;
  /** Whether words begin behind it or end before it. */
  readonly edge?: { readonly opens: boolean; readonly closes: boolean };
}

const mostStrings = 64;
const longestString = 40;
const mostOfClass = 6;

const WORD = /[a-zA-Z0-9 _:/=<>,;@%&'"!#-]+(?![*+?{])/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

const LOOK = /\?(?:[=!]|<[=!])/y;
const GROUP = /\?(?::|<\w+>)/y;
const BOUNDARY = /[bB]/y;
const SET = /[dDwWsS]/y;
const REFERENCE = /[1-9]\d*/y;
const CODE = /x([0-9a-f]{2})|u([0-9a-f]{4})/iy;
const SET_IN_CLASS = /\\[dDwWsS]/y;
const RANGE = /-(?!\])/y;

const edges: readonly { readonly source: string; readonly part: Part }[] = [
  { source: gap, part: { edge: { opens: true, closes: true } } },
  ...wordEdges.flatMap(({ begin, end }) => [
    { source: begin, part: { edge: { opens: true, closes: false } } },
    { source: end, part: { edge: { opens: false, closes: true } } },
  ]),
];

const anything: Part = {};
const nothing: Part = { exact: [''] };
/** Beside a letter or digit. */
const boundary: Part = { edge: { opens: true, closes: true } };

/** The rarest words of which one stands in every match in a text of ASCII; `undefined` when nothing is known. */
export function readWatch(pattern: RegExp, rarity: Rarity): readonly Word[] | undefined {
  const need = readNeed(pattern);
  return need === undefined ? undefined : watch(need, rarity);
}

function watch(need: Need, rarity: Rarity): readonly Word[] {
  if (need.kind === 'one') return need.words;
  const choices = need.needs.map((one) => watch(one, rarity));
  if (need.kind === 'any') return choices.flat();
  return choices.reduce((best, next) => (rarity.ofAll(next) < rarity.ofAll(best) ? next : best));
}

/** What a match in a text of ASCII needs; `undefined` when nothing is known. */
export function readNeed({ source, flags }: RegExp): Need | undefined {
  // With these flags a pattern has another syntax, and letters beyond ASCII can match letters in it.
  if (/[uv]/.test(flags)) return undefined;
  try {
    return settle(new Reader(source).readAll()).need;
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
}

class UnknownSyntax extends Error {}

/** Turns what is matched exactly into a need. */
function settle(part: Part, opens = false, closes = false): Part {
  if (part.exact === undefined) return part;
  const { exact, others } = part;
  if (exact.includes('')) return anything;
  const words = exact
    .filter((text) => !/[^\0-\x7f]/.test(text))
    .map((text) => ({
      text,
      opens: opens && isShort(text) && /^[a-z0-9]/.test(text),
      closes: closes && isShort(text) && /[a-z0-9]$/.test(text),
    }));
  const need: Need = { kind: 'one', words: shortestOf(words) };
  return { need: others === undefined ? need : { kind: 'any', needs: [need, ...others] } };
}

/** Longer words are hardly ever a part of others. */
const isShort = (text: string): boolean => text.length < 5;

/** Without those that hold another one. */
const shortestOf = (words: readonly Word[]): readonly Word[] =>
  words.filter(
    ({ text }) =>
      !words.some(
        (other) => other.text !== text && !other.opens && !other.closes && text.includes(other.text),
      ),
  );

function concatenate(parts: readonly Part[]): Part {
  const needs: Need[] = [];
  let held: Part = nothing;
  let isOneWord = true;
  let opens = false;
  const flush = (closes: boolean): void => {
    const { need } = settle(held, opens, closes);
    if (need !== undefined) needs.push(need);
    opens = false;
    isOneWord = false;
    held = nothing;
  };
  for (const part of parts) {
    if (part.edge !== undefined) {
      flush(part.edge.closes);
      opens = part.edge.opens;
      continue;
    }
    const joined = join(held, part);
    if (joined !== undefined) {
      held = joined;
      continue;
    }
    if (!isEmpty(held)) flush(false);
    if (part.exact !== undefined) held = part;
    else {
      if (part.need !== undefined) needs.push(part.need);
      isOneWord = false;
      opens = false;
    }
  }
  if (isOneWord) return held;
  flush(false);
  const [only] = needs;
  if (only === undefined) return anything;
  return { need: needs.length === 1 ? only : { kind: 'all', needs } };
}

const isEmpty = ({ exact, others }: Part): boolean =>
  others === undefined && exact?.length === 1 && exact[0] === '';

function join(held: Part, part: Part): Part | undefined {
  if (held.exact === undefined || part.exact === undefined) return undefined;
  if (held.others !== undefined || part.others !== undefined) return undefined;
  if (held.exact.length * part.exact.length > mostStrings) return undefined;
  const [head = '', ...others] = held.exact;
  if (head.length > longestString) return undefined;
  if (others.length === 0) return { exact: part.exact.map((tail) => head + tail) };
  const exact = held.exact.flatMap((one) => (part.exact ?? []).map((tail) => one + tail));
  return { exact: [...new Set(exact)] };
}

function alternate(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0] ?? nothing;
  const exact = parts.flatMap((part) => part.exact ?? []);
  const isExact = parts.every((part) => part.exact !== undefined && part.others === undefined);
  if (isExact && exact.length <= mostStrings) return { exact: [...new Set(exact)] };
  // One branch that needs nothing, and all of them need nothing.
  if (parts.some((part) => part.exact === undefined && part.need === undefined)) return anything;
  const others = parts.flatMap((part) => part.others ?? (part.need === undefined ? [] : [part.need]));
  return exact.length === 0
    ? { need: { kind: 'any', needs: others } }
    : { exact: [...new Set(exact)], others };
}

function repeat(part: Part, least: number, most: number): Part {
  if (least === 1 && most === 1) return part;
  const isExact = part.exact !== undefined && part.others === undefined;
  if (least === 0 && most === 1 && isExact && part.exact.length < mostStrings)
    return { exact: [...new Set(['', ...part.exact])] };
  // The first time is always there.
  return least === 0 ? anything : settleAlone(part);
}

const settleAlone = (part: Part): Part => {
  const { need } = settle(part);
  return need === undefined ? anything : { need };
};

/** Reads the syntax that our patterns use. */
class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  readAll(): Part {
    const part = this.readAlternatives();
    if (this.at < this.source.length) throw new UnknownSyntax();
    return part;
  }

  private readAlternatives(): Part {
    const branches = [this.readSequence()];
    while (this.takes('|')) branches.push(this.readSequence());
    return alternate(branches);
  }

  private readSequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      // Most of a pattern is words: they are taken whole, up to a unit that may be repeated.
      const word = this.takesPattern(WORD)?.[0];
      parts.push(word === undefined ? (this.readEdge() ?? this.readRepeated()) : literal(word));
    }
    return concatenate(parts);
  }

  /** The edges of words as signals write them. */
  private readEdge(): Part | undefined {
    for (const { source, part } of edges) {
      const behind = this.at + source.length;
      if (!this.source.startsWith(source, this.at) || '*+?{'.includes(this.source[behind] ?? ' ')) continue;
      this.at = behind;
      return part;
    }
    return undefined;
  }

  private readRepeated(): Part {
    const part = this.readOne();
    const match = this.takesPattern(QUANTIFIER);
    if (match === undefined) return part;
    const [, sign, least = '', comma, most = ''] = match;
    if (sign !== undefined) return repeat(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity);
    if (comma === undefined) return repeat(part, Number(least), Number(least));
    return repeat(part, Number(least), most === '' ? Infinity : Number(most));
  }

  private readOne(): Part {
    if (this.takes('[')) return this.readClass();
    if (this.takes('\\')) return this.readEscape();
    if (this.takes('(')) return this.readGroup();
    const unit = this.source[this.at] ?? '';
    if ('*+?{'.includes(unit)) throw new UnknownSyntax();
    this.at += 1;
    if (unit === '^' || unit === '$') return nothing;
    return unit === '.' ? anything : literal(unit);
  }

  private readGroup(): Part {
    const looks = this.takesPattern(LOOK) !== undefined;
    if (!looks && this.source[this.at] === '?' && this.takesPattern(GROUP) === undefined)
      throw new UnknownSyntax();
    const part = this.readAlternatives();
    if (!this.takes(')')) throw new UnknownSyntax();
    // Looking around takes nothing, and what is seen there need not belong to the match.
    return looks ? nothing : part;
  }

  private readEscape(): Part {
    const edge = this.takesPattern(BOUNDARY)?.[0];
    if (edge !== undefined) return edge === 'b' ? boundary : nothing;
    if (this.takesPattern(SET) !== undefined) return anything;
    if (this.takesPattern(REFERENCE) !== undefined) return anything;
    return literal(this.readEscaped());
  }

  private readEscaped(): string {
    const code = this.takesPattern(CODE);
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16));
    const unit = this.source[this.at] ?? '';
    this.at += 1;
    const control = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', 0: '\0' }[unit];
    const isOctal = unit === '0' && /\d/.test(this.source[this.at] ?? '');
    if (isOctal || (control === undefined && /[a-z0-9]/i.test(unit))) throw new UnknownSyntax();
    return control ?? unit;
  }

  /** A class of few units is as good as a choice between them. */
  private readClass(): Part {
    const negated = this.takes('^');
    const units = new Set<string>();
    let many = negated;
    while (!this.takes(']')) {
      if (this.at >= this.source.length) throw new UnknownSyntax();
      if (this.takesPattern(SET_IN_CLASS) !== undefined) {
        many = true;
        continue;
      }
      units.add(this.readUnit().toLowerCase());
      if (this.takesPattern(RANGE) !== undefined) {
        this.readUnit();
        many = true;
      }
    }
    if (many || units.size === 0 || units.size > mostOfClass) return anything;
    return { exact: [...units] };
  }

  private readUnit(): string {
    if (this.takes('\\')) return this.takes('b') ? '\b' : this.readEscaped();
    const unit = this.source[this.at] ?? '';
    this.at += 1;
    return unit;
  }

  private takes(unit: string): boolean {
    if (this.source[this.at] !== unit) return false;
    this.at += 1;
    return true;
  }

  private takesPattern(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match === null) return undefined;
    this.at += match[0].length;
    return match;
  }
}

const literal = (text: string): Part => ({ exact: [text.toLowerCase()] });
