// Normalizes a text once for all detectors. An ASCII text is returned without a copy. Other texts are split into
// unchanged and changed ranges; the map converts positions in the normalized text to positions in the original.

import { isAscii } from './ascii.js';
import { confusables } from './confusables.js';
import { type InvisibleRun, InvisibleRunCollector } from './invisible-runs.js';
import { isInvisible, normalizeSupplementary, normalizeUnit } from './normalize-character.js';
import { type PositionMap, PositionMapBuilder } from './position-map.js';
import { textFromUnits } from './text-from-units.js';

/** A normalized text; `map` is undefined if nothing has changed. */
export interface NormalizedText {
  readonly text: string;
  readonly map?: PositionMap;
  readonly ascii: boolean;
  readonly invisibleRuns: readonly InvisibleRun[];
}

const slice = 32_768;
const pieceLength = 4_096;
const nonAscii = /[\u0080-\uffff]/g;
const keep = 0;
const change = 1;
const confusable = 2;
const pair = 3;
const unknown = 255;

// The action for each unit, computed when the unit first occurs. The action depends only on the unit.
const actions = new Uint8Array(65_536).fill(unknown);
const forms: string[] = [];

function actionOf(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return pair;
  if (confusables.has(code)) return confusable;
  const form = normalizeUnit(code);
  if (form === String.fromCharCode(code)) return keep;
  forms[code] = form;
  return change;
}

/** Normalizes a text; at intervals, yields the amount of work done since the previous yield. */
export function* normalize(text: string): Generator<number, NormalizedText> {
  if (yield* isAllAscii(text)) return { text, ascii: true, invisibleRuns: [] };
  const folder = new Normalizer(text);
  for (let start = 0; start < text.length; start += slice) {
    folder.advance(Math.min(text.length, start + slice));
    yield slice;
  }
  return folder.finish();
}

const asciiSlice = 262_144;

/** Tests whether the text is ASCII. The test is cheap, so a large slice counts as little work. */
function* isAllAscii(text: string): Generator<number, boolean> {
  for (let start = 0; start < text.length; start += asciiSlice) {
    if (!isAscii(text.slice(start, start + asciiSlice))) return false;
    yield asciiSlice >> 4;
  }
  return true;
}

class Normalizer {
  private readonly map = new PositionMapBuilder();
  private readonly hidden: InvisibleRunCollector;
  private readonly pieces: string[] = [];
  /** Normalized units that are not yet part of a piece. */
  private readonly units = new Uint16Array(pieceLength);
  private filled = 0;
  private position = 0;
  /** All units from the current position up to this position are ASCII. */
  private nextNonAscii = 0;
  private length = 0;
  private copied = 0;
  private changed = false;
  private wordEnd = 0;
  private wordIsLatin = false;

  constructor(private readonly text: string) {
    this.hidden = new InvisibleRunCollector(text);
  }

  advance(to: number): void {
    const { text } = this;
    while (this.position < to) {
      if (this.position < this.nextNonAscii) {
        this.position = Math.min(to, this.nextNonAscii);
        continue;
      }
      const code = text.charCodeAt(this.position);
      if (code < 0x80) {
        this.skipAscii();
        continue;
      }
      let action = actions[code] ?? keep;
      if (action === unknown) {
        action = actionOf(code);
        actions[code] = action;
      }
      if (action === keep) this.position += 1;
      else if (action === change) this.replace(1, forms[code] ?? '', isInvisible(code));
      else if (action === confusable) this.replaceConfusable(code);
      else this.replaceSurrogatePair();
    }
  }

  finish(): NormalizedText {
    if (!this.changed) return { text: this.text, ascii: false, invisibleRuns: [] };
    this.copy();
    this.flush();
    this.hidden.close();
    return { text: this.pieces.join(''), map: this.map, ascii: false, invisibleRuns: this.hidden.runs };
  }

  /**
   * Finds the next non-ASCII unit: checks the next few units one by one before it searches with a pattern, because
   * non-ASCII letters tend to be close together.
   */
  private skipAscii(): void {
    const { text, position } = this;
    let next = position + 1;
    while (next < position + 12 && text.charCodeAt(next) < 0x80) next += 1;
    if (next === position + 12) {
      nonAscii.lastIndex = next;
      next = nonAscii.exec(text)?.index ?? text.length;
    }
    this.nextNonAscii = next;
  }

  private replaceConfusable(code: number): void {
    if (this.position >= this.wordEnd) this.classifyWord();
    const latin = this.wordIsLatin ? confusables.get(code) : undefined;
    if (latin === undefined) this.position += 1;
    else this.replace(1, latin, false);
  }

  private replaceSurrogatePair(): void {
    const code = this.text.codePointAt(this.position) ?? 0;
    if (code < 0x10000) {
      this.position += 1;
      return;
    }
    const form = normalizeSupplementary(code);
    if (form.charCodeAt(0) === this.text.charCodeAt(this.position)) this.position += 2;
    else this.replace(2, form, code >= 0xe0000);
  }

  /**
   * Determines whether look-alike letters in the next word are replaced: if the word has Latin letters, or if
   * it consists of look-alike letters and follows a Latin word.
   */
  private classifyWord(): void {
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
      else if (!confusables.has(code) && !isInvisible(code)) foreign = true;
      end = index + 1;
    }
    const before = text.charCodeAt(start - 2);
    this.wordEnd = Math.max(end, position + 1);
    this.wordIsLatin = latin || (!foreign && isAsciiLetter(before));
  }

  private replace(width: number, form: string, isHidden: boolean): void {
    const { position } = this;
    this.copy();
    if (isHidden) this.hidden.add(position, position + width);
    this.position += width;
    this.copied = this.position;
    this.changed = true;
    for (let index = 0; index < form.length; index += 1) this.append(form.charCodeAt(index));
    // One unit is replaced by one unit, so the map needs no entry.
    if (width === 1 && form.length === 1) return;
    if (form !== '') this.map.span(this.length - form.length, position, position + width);
    this.map.copy(this.length, this.position);
  }

  /** Copies the text since the last change: long ranges at once, short ranges unit by unit. */
  private copy(): void {
    const { text, copied, position } = this;
    if (position - copied > 64) {
      this.flush();
      this.pieces.push(text.slice(copied, position));
      this.length += position - copied;
    } else for (let index = copied; index < position; index += 1) this.append(text.charCodeAt(index));
  }

  private append(unit: number): void {
    if (this.filled === pieceLength) this.flush();
    this.units[this.filled] = unit;
    this.filled += 1;
    this.length += 1;
  }

  private flush(): void {
    if (this.filled > 0) this.pieces.push(textFromUnits(this.units.subarray(0, this.filled)));
    this.filled = 0;
  }
}

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const isWordUnit = (code: number): boolean =>
  isAsciiLetter(code) ||
  (code >= 0xc0 && code < 0x2000) ||
  isInvisible(code) ||
  (code >= 0xab70 && code < 0xabc0);
