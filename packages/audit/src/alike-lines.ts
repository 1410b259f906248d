// Lines of records that are like one before: only numbers, the id and the arguments are new, and compiled loops put them in
// between. What does not fit in is left to line.ts.

import { idText, judgedText, whoText } from './line.js';
import { createLineLoops, type LineLoops, places, rooms } from './line-loops.js';
import type { AuditEntry } from './port-types.js';
import { emptyEnding, hashAt, noHash, type Seal } from './seal.js';

/** What all records of a kind say of the session. */
type AboutText = (kind: AuditEntry['kind']) => string;

/** Undefined where there are no compiled loops. */
export function createAlikeLines(seal: Seal, aboutText: AboutText): AlikeLines | undefined {
  const loops = createLineLoops();
  return loops && new AlikeLines(loops, seal, aboutText);
}

export class AlikeLines {
  /** Where lines are put together, one behind the other. */
  readonly room: Buffer;
  /** How the last line ends: `,"hash":"…"}` and a line feed. Whoever knows the hash writes it there. */
  readonly ending: Buffer;
  /** The hash of the line that was added last. */
  hash = noHash;
  readonly #loops: LineLoops;
  readonly #seal: Seal;
  readonly #memory: Buffer;
  readonly #lastHash: Uint8Array;
  readonly #decision: Form;
  readonly #reply: Form;
  #second = Number.NaN;

  constructor(loops: LineLoops, seal: Seal, aboutText: AboutText) {
    this.#loops = loops;
    this.#seal = seal;
    this.#memory = Buffer.from(loops.memory);
    this.room = this.#memory.subarray(places.lines);
    this.ending = this.#memory.subarray(places.ending, places.ending + emptyEnding.length);
    this.ending.write(emptyEnding);
    this.#lastHash = this.ending.subarray(hashAt, hashAt + noHash.length);
    this.#decision = new Form(loops.memory, 0, aboutText('decision'));
    this.#reply = new Form(loops.memory, 1, aboutText('reply'));
  }

  /** Puts a whole line into the room; where it ends, or undefined when it has to be put together by hand. */
  add(entry: AuditEntry, seq: number, at: number): number | undefined {
    const { like, id, time, arguments: given } = entry;
    if (like === undefined || id === undefined || entry.observed || typeof given === 'string')
      return undefined;
    const argumentsLength = given === undefined ? NONE : given.length;
    if (argumentsLength > rooms.arguments || at + argumentsLength + longestRest > this.room.length)
      return undefined;
    const decideUs = Math.round(entry.decideUs);
    const callSeq = entry.callSeq ?? NONE;
    const latencyUs = Math.round(entry.latencyUs ?? NONE);
    // So that they are numbers to the loops.
    if (!(Math.min(decideUs, entry.callSeq ?? 0, entry.latencyUs ?? 0) >= 0)) return undefined;
    if (Math.max(seq, decideUs, callSeq, latencyUs) > 0x7fffffff) return undefined;
    const form = entry.kind === 'decision' ? this.#decision : this.#reply;
    if (!form.take(entry, like)) return undefined;
    const second = Math.floor(time / 1000);
    if (second !== this.#second && !this.#beginSecond(second)) return undefined;
    if (given !== undefined) this.#memory.set(given, places.arguments);
    const start = places.lines + at;
    const end = this.#loops.compose(
      start,
      form.kind,
      seq,
      Math.floor(time) - second * 1000,
      this.#writeId(id),
      decideUs,
      argumentsLength,
      callSeq,
      latencyUs,
    );
    this.hash = this.#seal.line(new Uint8Array(this.#loops.memory, start, end - start));
    encoder.encodeInto(this.hash, this.#lastHash);
    return this.#loops.finish(end) - places.lines;
  }

  /** Most ids are numbers. */
  #writeId(id: string): number {
    const memory = this.#memory;
    if (id === '' || id.length > longestNumber) return memory.write(idText(id), places.id, rooms.id, 'utf8');
    for (let index = 0; index < id.length; index += 1) {
      const unit = id.charCodeAt(index);
      if (unit < ZERO || unit > NINE) return memory.write(idText(id), places.id, rooms.id, 'utf8');
      memory[places.id + index] = unit;
    }
    return id.length;
  }

  /** Most records share their second with the one before. False when it cannot be told in as many letters as others. */
  #beginSecond(second: number): boolean {
    if (!(second >= 0 && second < yearOfFiveDigits)) return false;
    this.#memory.write(new Date(second * 1000).toISOString().slice(0, -4), places.second, 'latin1');
    this.#second = second;
    return true;
  }
}

/** What the records of a kind say before and behind their ids. Most are like the one before. */
class Form {
  readonly kind: number;
  readonly #aboutText: string;
  readonly #lengths: Uint32Array;
  readonly #before: Buffer;
  readonly #behind: Buffer;
  #like: AuditEntry | undefined;
  #address: string | undefined;
  #fits = false;

  constructor(memory: ArrayBuffer, kind: number, aboutText: string) {
    this.kind = kind;
    this.#aboutText = aboutText;
    this.#lengths = new Uint32Array(memory, places.lengths + 8 * kind, 2);
    this.#before = Buffer.from(memory, places.parts + 2 * rooms.part * kind, rooms.part);
    this.#behind = Buffer.from(memory, places.parts + rooms.part * (2 * kind + 1), rooms.part);
  }

  /** Makes it the form of this entry; false when there is no room for what it says. */
  take(entry: AuditEntry, like: AuditEntry): boolean {
    return this.#like === like && this.#address === entry.address ? this.#fits : this.#become(entry, like);
  }

  #become(entry: AuditEntry, like: AuditEntry): boolean {
    // Whatever throws below must not leave the words of another entry behind for this one.
    this.#like = undefined;
    const before = `${this.#aboutText}${whoText(entry.client, entry.identity, entry.address, entry.direction)},"id":`;
    const behind = `${judgedText(entry)},"decide_us":`;
    this.#fits = Buffer.byteLength(before) <= rooms.part && Buffer.byteLength(behind) <= rooms.part;
    if (this.#fits) this.#lengths.set([this.#before.write(before), this.#behind.write(behind)]);
    this.#like = like;
    this.#address = entry.address;
    return this.#fits;
  }
}

/** Costs less than asking a buffer to write. */
const encoder = new TextEncoder();

const NONE = -1;
const [ZERO, NINE] = [0x30, 0x39];
/** Longer ones are kept as text: not everybody reads them exactly. */
const longestNumber = 15;

/** In seconds. */
const yearOfFiveDigits = Date.UTC(10_000, 0) / 1000;

/** How long a line can be without its arguments, and what the loops write behind it. */
const longestRest = 2 * rooms.part + rooms.id + 512;
