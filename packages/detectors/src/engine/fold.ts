// One folding of a text for all detectors. A text in plain ASCII is its own folding and is not copied. Others are cut
// into runs that stay and places that change; the map leads from the folded text back to the original.

import { isAscii } from './ascii.js';
import { foldPair, foldUnit, isInvisible } from './fold-unit.js';
import { type HiddenRun, HiddenRuns } from './hidden-runs.js';
import { lookAlikes } from './look-alikes.js';
import { type PositionMap, PositionMapBuilder } from './position-map.js';
import { textOfUnits } from './text-of-units.js';

/** A folded text; `map` is missing when nothing changed. */
export interface Folded {
  readonly text: string;
  readonly map?: PositionMap;
  readonly ascii: boolean;
  readonly hidden: readonly HiddenRun[];
}

const slice = 32_768;
const pieceLength = 4_096;
const nextForeign = /[\u0080-\uffff]/g;
const keep = 0;
const change = 1;
const alike = 2;
const pair = 3;
const unknown = 255;

// What to do with each unit, learnt when the unit is first met. It depends on nothing but the unit.
const actions = new Uint8Array(65_536).fill(unknown);
const forms: string[] = [];

function actionOf(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return pair;
  if (lookAlikes.has(code)) return alike;
  const form = foldUnit(code);
  if (form === String.fromCharCode(code)) return keep;
  forms[code] = form;
  return change;
}

/** Folds a text; yields the units of work done so far, now and then. */
export function* fold(text: string): Generator<number, Folded> {
  if (yield* isAllAscii(text)) return { text, ascii: true, hidden: [] };
  const folder = new Folder(text);
  for (let start = 0; start < text.length; start += slice) {
    folder.advance(Math.min(text.length, start + slice));
    yield slice;
  }
  return folder.finish();
}

const asciiSlice = 262_144;

/** Looking is cheap, so that a large slice counts as a little work. */
function* isAllAscii(text: string): Generator<number, boolean> {
  for (let start = 0; start < text.length; start += asciiSlice) {
    if (!isAscii(text.slice(start, start + asciiSlice))) return false;
    yield asciiSlice >> 4;
  }
  return true;
}

class Folder {
  private readonly map = new PositionMapBuilder();
  private readonly hidden: HiddenRuns;
  private readonly pieces: string[] = [];
  /** Folded units that are no piece yet. */
  private readonly units = new Uint16Array(pieceLength);
  private filled = 0;
  private position = 0;
  /** No unit between the position and this one is beyond ASCII. */
  private foreign = 0;
  private length = 0;
  private copied = 0;
  private changed = false;
  private wordEnd = 0;
  private wordIsLatin = false;

  constructor(private readonly text: string) {
    this.hidden = new HiddenRuns(text);
  }

  advance(to: number): void {
    const { text } = this;
    while (this.position < to) {
      if (this.position < this.foreign) {
        this.position = Math.min(to, this.foreign);
        continue;
      }
      const code = text.charCodeAt(this.position);
      if (code < 0x80) {
        this.leap();
        continue;
      }
      let action = actions[code] ?? keep;
      if (action === unknown) {
        action = actionOf(code);
        actions[code] = action;
      }
      if (action === keep) this.position += 1;
      else if (action === change) this.replace(1, forms[code] ?? '', isInvisible(code));
      else if (action === alike) this.foldAlike(code);
      else this.foldSurrogate();
    }
  }

  finish(): Folded {
    if (!this.changed) return { text: this.text, ascii: false, hidden: [] };
    this.copy();
    this.empty();
    this.hidden.close();
    return { text: this.pieces.join(''), map: this.map, ascii: false, hidden: this.hidden.runs };
  }

  /** Finds the next unit beyond ASCII: step by step at first, because foreign letters come in words. */
  private leap(): void {
    const { text, position } = this;
    let next = position + 1;
    while (next < position + 12 && text.charCodeAt(next) < 0x80) next += 1;
    if (next === position + 12) {
      nextForeign.lastIndex = next;
      next = nextForeign.exec(text)?.index ?? text.length;
    }
    this.foreign = next;
  }

  private foldAlike(code: number): void {
    if (this.position >= this.wordEnd) this.lookAtWord();
    const latin = this.wordIsLatin ? lookAlikes.get(code) : undefined;
    if (latin === undefined) this.position += 1;
    else this.replace(1, latin, false);
  }

  private foldSurrogate(): void {
    const code = this.text.codePointAt(this.position) ?? 0;
    if (code < 0x10000) {
      this.position += 1;
      return;
    }
    const form = foldPair(code);
    if (form.charCodeAt(0) === this.text.charCodeAt(this.position)) this.position += 2;
    else this.replace(2, form, code >= 0xe0000);
  }

  /** A word with Latin letters in it is meant to be read as Latin; so is one made of look-alikes behind a Latin word. */
  private lookAtWord(): void {
    const { text, position } = this;
    let start = position;
    while (start > position - 64 && start > 0 && isWordUnit(text.charCodeAt(start - 1))) start -= 1;
    let end = position;
    let latin = false;
    let foreign = false;
    for (let index = start; index < position + 64 && index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (!isWordUnit(code)) break;
      if (code < 0x250) latin ||= isAsciiLetter(code);
      else if (!lookAlikes.has(code) && !isInvisible(code)) foreign = true;
      end = index + 1;
    }
    const before = text.charCodeAt(start - 2);
    this.wordEnd = Math.max(end, position + 1);
    this.wordIsLatin = latin || (!foreign && isAsciiLetter(before));
  }

  private replace(width: number, form: string, isHidden: boolean): void {
    const { position } = this;
    this.copy();
    if (isHidden) this.hidden.hide(position, position + width);
    this.position += width;
    this.copied = this.position;
    this.changed = true;
    for (let index = 0; index < form.length; index += 1) this.put(form.charCodeAt(index));
    // One for one: the map stays in step by itself.
    if (width === 1 && form.length === 1) return;
    if (form !== '') this.map.span(this.length - form.length, position, position + width);
    this.map.copy(this.length, this.position);
  }

  /** What stayed since the last change: long stretches as they are, short ones unit by unit. */
  private copy(): void {
    const { text, copied, position } = this;
    if (position - copied > 64) {
      this.empty();
      this.pieces.push(text.slice(copied, position));
      this.length += position - copied;
    } else for (let index = copied; index < position; index += 1) this.put(text.charCodeAt(index));
  }

  private put(unit: number): void {
    if (this.filled === pieceLength) this.empty();
    this.units[this.filled] = unit;
    this.filled += 1;
    this.length += 1;
  }

  private empty(): void {
    if (this.filled > 0) this.pieces.push(textOfUnits(this.units.subarray(0, this.filled)));
    this.filled = 0;
  }
}

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const isWordUnit = (code: number): boolean =>
  isAsciiLetter(code) ||
  (code >= 0xc0 && code < 0x2000) ||
  isInvisible(code) ||
  (code >= 0xab70 && code < 0xabc0);
