// Where to look closer. A look sees three bytes, and there is one at every second byte, so each literal is known by two
// places in it, an even and an odd one: those that are rarest in ordinary text. One table of bits answers for all literals;
// what it lets through is compared byte by byte.

import { classesOf, classOf, codesOf } from './screen-classes.js';
import { Rarity } from './screen-rarity.js';

/** A literal in lower case. `anyDigit`: each `0` stands for any digit. */
export interface ScreenLiteral {
  readonly text: string;
  readonly anyDigit: boolean;
}

/** A literal and one of the two places by which it is known. */
export interface Candidate {
  readonly literal: number;
  readonly anyDigit: boolean;
  readonly codes: Uint8Array;
  /** How far the end of a look lies behind the literal's start. */
  readonly offset: number;
}

/** The literals behind three classes. What stands behind a look rules most of them out, all at once. */
class Suspicion {
  readonly candidates: readonly Candidate[];
  /** One bit for each class that may follow. */
  private readonly low: number;
  private readonly high: number;

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
    let [low, high] = [0, 0];
    for (const { codes, offset } of candidates) {
      const next = codes[offset];
      const follows = next === undefined ? undefined : (classOf[next] as number);
      if (follows === undefined) [low, high] = [-1, -1];
      else if (follows < 32) low |= 1 << follows;
      else high |= 1 << follows;
    }
    [this.low, this.high] = [low, high];
  }

  /** Whether any of them could go on with this class. */
  goesOnWith(follows: number): boolean {
    return (((follows < 32 ? this.low : this.high) >>> follows) & 1) !== 0;
  }
}

const NOBODY = new Suspicion([]);

const size = 64;
const pairs = size ** 2;
const triples = size ** 3;

/** Finds the literals near a look. */
export class ScreenIndex {
  /** One bit for each three classes. */
  readonly bits = new Int32Array(triples / 32);
  private readonly byThree = new Map<number, Candidate[]>();
  private readonly byFirstTwo = new Map<number, Candidate[]>();
  private readonly byLastTwo = new Map<number, Candidate[]>();
  private readonly byMiddle = new Map<number, Candidate[]>();
  private readonly byLast = new Map<number, Candidate[]>();
  /** The candidates of three classes, gathered when they are first met; 0 before. */
  private readonly met = new Uint16Array(triples);
  private readonly gathered: Suspicion[] = [NOBODY, NOBODY];

  /** `watched` are classes at which everything is looked at. */
  constructor(literals: readonly ScreenLiteral[], watched: readonly number[]) {
    const rarity = new Rarity();
    for (const one of watched) {
      this.setMiddle(one);
      this.setLast(one);
    }
    literals.forEach((literal, number) => {
      this.add(literal, number, rarity);
    });
  }

  /** Which literals three classes could belong to. */
  suspicionAt(three: number): Suspicion {
    const number = this.met[three] as number;
    return this.gathered[number === 0 ? this.gather(three) : number] as Suspicion;
  }

  private gather(three: number): number {
    const all = [
      ...(this.byThree.get(three) ?? []),
      ...(this.byFirstTwo.get(three >> 6) ?? []),
      ...(this.byLastTwo.get(three & 4095) ?? []),
      ...(this.byMiddle.get((three >> 6) & 63) ?? []),
      ...(this.byLast.get(three & 63) ?? []),
    ];
    // All that have nobody share one list; a full table would only cost time.
    const number = all.length === 0 ? 1 : this.gathered.length < 65_535 ? this.gathered.length : 0;
    if (all.length > 0) this.gathered[number] = new Suspicion(all);
    this.met[three] = number;
    return number;
  }

  private add({ text, anyDigit }: ScreenLiteral, literal: number, rarity: Rarity): void {
    const codes = codesOf(text);
    const classes = classesOf(codes);
    const first = classes[0] as number;
    const second = classes[1] ?? 0;
    // One place for each parity.
    const place = (offset: number): Candidate => ({ literal, anyDigit, codes, offset });
    if (classes.length === 1) {
      list(this.byLast, first, place(1));
      this.setLast(first);
      list(this.byMiddle, first, place(2));
      this.setMiddle(first);
      return;
    }
    const third = classes[2] ?? 0;
    const [front, back] = [first * size + second, second * size + third];
    if (classes.length === 2) {
      this.listLastTwo(front, place(2));
      this.listFirstTwo(front, place(3));
      return;
    }
    if (classes.length === 3) {
      if (rarity.ofPair(first, second) < rarity.ofPair(second, third)) this.listLastTwo(front, place(2));
      else this.listFirstTwo(back, place(4));
    }
    for (const start of classes.length === 3 ? [3] : [3, 4]) {
      const offset = rarity.rarestEnd(classes, start);
      const three = threeBefore(classes, offset);
      list(this.byThree, three, place(offset));
      this.set(three);
    }
  }

  private listFirstTwo(two: number, candidate: Candidate): void {
    list(this.byFirstTwo, two, candidate);
    this.setAll(two);
  }

  private listLastTwo(two: number, candidate: Candidate): void {
    list(this.byLastTwo, two, candidate);
    for (let one = 0; one < size; one += 1) this.set(one * pairs + two);
  }

  private setMiddle(middle: number): void {
    for (let one = 0; one < size; one += 1) this.setAll(one * size + middle);
  }

  private setLast(last: number): void {
    for (let two = 0; two < pairs; two += 1) this.set(two * size + last);
  }

  /** Whatever stands behind two classes: 64 bits. */
  private setAll(two: number): void {
    this.bits[two * 2] = -1;
    this.bits[two * 2 + 1] = -1;
  }

  private set(three: number): void {
    this.bits[three >> 5] = (this.bits[three >> 5] ?? 0) | (1 << three);
  }
}

/** Whether a candidate's literal stands in bytes[start..end), seen by the look that ends before `to`. */
export function isThere(
  { anyDigit, codes, offset }: Candidate,
  bytes: Uint8Array,
  start: number,
  end: number,
  to: number,
): boolean {
  const from = to - offset;
  return from >= start && from + codes.length <= end && isAt(bytes, from, codes, anyDigit);
}

const threeBefore = (classes: Uint8Array, end: number): number =>
  (((classes[end - 3] as number) << 12) | ((classes[end - 2] as number) << 6)) + (classes[end - 1] as number);

function isAt(bytes: Uint8Array, from: number, codes: Uint8Array, anyDigit: boolean): boolean {
  for (let index = 0; index < codes.length; index += 1) {
    const byte = bytes[from + index] as number;
    const code = codes[index] as number;
    if (byte === code || (byte >= 65 && byte <= 90 && (byte | 32) === code)) continue;
    if (!anyDigit || code !== 48 || byte < 48 || byte > 57) return false;
  }
  return true;
}

function list(table: Map<number, Candidate[]>, key: number, candidate: Candidate): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, [candidate]);
  else known.push(candidate);
}
