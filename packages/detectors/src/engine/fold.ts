// One folding of a text for all detectors. A text in plain ASCII is its own folding and is not copied. Others are cut
// into runs that stay and places that change; the map leads from the folded text back to the original.

import { isAscii } from './ascii.js';
import { foldPair, foldUnit, isInvisible } from './fold-unit.js';
import { lookAlikes } from './look-alikes.js';
import { type PositionMap, PositionMapBuilder } from './position-map.js';

/** A stretch of characters that show nothing, in the original text. */
export interface HiddenRun {
  readonly start: number;
  readonly end: number;
}

/** A folded text; `map` is missing when nothing changed. */
export interface Folded {
  readonly text: string;
  readonly map?: PositionMap;
  readonly ascii: boolean;
  readonly hidden: readonly HiddenRun[];
}

const slice = 32_768;
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
  if (isAscii(text)) return { text, ascii: true, hidden: [] };
  const folder = new Folder(text);
  for (let start = 0; start < text.length; start += slice) {
    folder.advance(Math.min(text.length, start + slice));
    yield slice;
  }
  return folder.finish();
}

class Folder {
  private readonly map = new PositionMapBuilder();
  private readonly hidden: { start: number; end: number }[] = [];
  private position = 0;
  private length = 0;
  private copied = 0;
  private folded = '';
  private changed = false;
  private wordEnd = 0;
  private wordIsLatin = false;

  constructor(private readonly text: string) {}

  advance(to: number): void {
    const { text } = this;
    while (this.position < to) {
      const code = text.charCodeAt(this.position);
      let action = code < 0x80 ? keep : (actions[code] ?? keep);
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
    this.flush();
    return { text: this.folded, map: this.map, ascii: false, hidden: this.hidden };
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
    this.flush();
    if (isHidden) this.hide(position, position + width);
    this.position += width;
    this.copied = this.position;
    this.changed = true;
    this.folded += form;
    // One for one: the map stays in step by itself.
    if (width === 1 && form.length === 1) {
      this.length += 1;
      return;
    }
    if (form !== '') this.map.span(this.length, position, position + width);
    this.length += form.length;
    this.map.copy(this.length, this.position);
  }

  private hide(start: number, end: number): void {
    const last = this.hidden[this.hidden.length - 1];
    if (last?.end === start) last.end = end;
    else this.hidden.push({ start, end });
  }

  private flush(): void {
    if (this.position === this.copied) return;
    this.folded += this.text.slice(this.copied, this.position);
    this.length += this.position - this.copied;
  }
}

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const isWordUnit = (code: number): boolean =>
  isAsciiLetter(code) ||
  (code >= 0xc0 && code < 0x2000) ||
  isInvisible(code) ||
  (code >= 0xab70 && code < 0xabc0);
