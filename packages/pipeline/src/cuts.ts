// From findings to cuts: what is taken out of one string is taken out of every string of the message, also where it
// stands escaped inside JSON text. What cannot be cut (a key, a number, the id) keeps the whole message back.

import { type Finding, redaction } from '@claw/detectors';
import {
  type Awaitable,
  type Edit,
  findNumbers,
  type JsonPath,
  type Message,
  replaceInString,
  replaceString,
  type StringSpan,
} from '@claw/jsonrpc-stream';
import { recodeBlob, type SearchText } from './blobs.js';
import { isHandle } from './handles.js';
import { Pace } from './pace.js';
import type { Clock } from './ports.js';
import type { TextFindings, Texts } from './texts.js';
import type { Cut } from './types.js';
import { allReady, whenReady } from './wait.js';

/** The cuts, or why there can be none. */
export type Redaction =
  | { readonly kind: 'cuts'; readonly cuts: readonly Cut[] }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Shorter values stand in too many places by chance. */
const SHORTEST_REPEAT = 6;
/** Values times units of text that are compared; more is kept back instead. */
const MAX_WORK = 256 * 1024 * 1024;
/** Than searching, as a power of two. */
const COMPARING_IS_FASTER = 4;

/** The same as `redactTexts`, in one go and for a record: nobody hands back what is recorded, so handles are cut, too. */
export const redactAtOnce = (
  texts: Texts,
  found: readonly TextFindings[],
  detect: (text: string) => readonly Finding[],
): Redaction => redactTexts(texts, found, detect, undefined, () => redaction, NONE_LEFT) as Redaction;

type IsLeft = (span: StringSpan, message: Message) => boolean;
const NONE_LEFT: IsLeft = () => false;

/** What has to be cut out of a message so that nothing of what was found remains. Without a clock nobody waits. */
export function redactTexts(
  texts: Texts,
  found: readonly TextFindings[],
  search: SearchText,
  clock: Clock | undefined,
  replacementOf: (finding: Finding) => string = () => redaction,
  isLeft: IsLeft = isHandle,
): Awaitable<Redaction> {
  const fixed = found.find(({ span }) => isFixed(span));
  if (fixed !== undefined) return impossible(`what was found ${standsIn(fixed.span)}, which cannot be cut`);
  const isInBlob = ({ span }: TextFindings) => isBlob(span, texts);
  const values = new Set<string>();
  const cuts: Cut[] = [];
  for (const { span, text, findings } of found.filter((one) => !isInBlob(one))) {
    for (const finding of findings) {
      const { start, end } = finding;
      cuts.push({ span, from: start, to: end, text: replacementOf(finding) });
      if (end - start >= SHORTEST_REPEAT) values.add(text.slice(start, end));
    }
  }
  return whenReady(recodeAll(found.filter(isInBlob), search), (recoded) => {
    if (recoded === undefined) return impossible('what was found stands in data that cannot be recoded');
    return addRepeats(texts, [...cuts, ...recoded], [...values], clock, isLeft);
  });
}

function recodeAll(
  blobs: readonly TextFindings[],
  search: SearchText,
): Awaitable<readonly Cut[] | undefined> {
  const recoded = blobs.map(({ text }) => recodeBlob(text, search));
  return whenReady(allReady(recoded), (all) => {
    const cuts = blobs.flatMap(({ span, text }, index): Cut[] => {
      const instead = all[index];
      return instead === undefined ? [] : [{ span, from: 0, to: text.length, text: instead }];
    });
    return cuts.length < blobs.length ? undefined : cuts;
  });
}

/** Cuts the same values out of every other string, too; in slices where there is much to compare. */
function addRepeats(
  texts: Texts,
  cuts: Cut[],
  values: readonly string[],
  clock: Clock | undefined,
  isLeft: IsLeft,
): Awaitable<Redaction> {
  const forms = [...new Set(values.flatMap(spellingsOf))];
  const digits = values.map((value) => value.replace(/\D/g, '')).filter(({ length }) => length >= 9);
  const work = (forms.length + digits.length) * texts.message.bytes.length;
  if (work > MAX_WORK) return impossible('more was found than can be cut out everywhere');
  const numbers = digits.length === 0 ? '' : findNumbers(texts.message.bytes).join(' ');
  if (digits.some((value) => numbers.includes(value)))
    return impossible('what was found stands in a number as well');
  const pace = clock && new Pace(clock);
  const { spans } = texts;
  const from = (first: number): Awaitable<Redaction> => {
    for (let index = first; index < spans.length; index += 1) {
      const span = spans[index] as StringSpan;
      if (span.end - span.start < SHORTEST_REPEAT) continue;
      if (!cutRepeats(span, texts.textOf(span), forms, cuts, () => isLeft(span, texts.message)))
        return impossible(`what was found ${standsIn(span)} as well, which cannot be cut`);
      const turn = pace?.spend(((span.end - span.start) * forms.length) >> COMPARING_IS_FASTER);
      if (turn !== undefined) return turn.then(() => from(index + 1));
    }
    return { kind: 'cuts', cuts };
  };
  return from(0);
}

/** Adds what has to be cut out of one string; false when it stands where nothing can be cut. */
function cutRepeats(
  span: StringSpan,
  text: string,
  forms: readonly string[],
  cuts: Cut[],
  isLeft: () => boolean,
): boolean {
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      if (isFixed(span)) return false;
      if (isLeft()) return true;
      cuts.push({ span, from: at, to: at + form.length, text: redaction });
    }
  }
  return true;
}

/** A value as it stands in text, in JSON within text, and in JSON within JSON. */
function spellingsOf(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [value, once, twice];
}

const impossible = (reason: string): Redaction => ({ kind: 'impossible', reason });

/** A key gives the value its shape, and an answer without its id reaches nobody. */
const isFixed = (span: StringSpan): boolean => span.isKey || isEnvelope(span.path);

const standsIn = ({ isKey, path }: StringSpan): string =>
  isKey || path[0] !== 'result' ? 'stands in a name or an id' : 'is in a result that is nothing but text';

const isEnvelope = (path: JsonPath): boolean => path.length === 1;

/** Base64 in one piece: content of a resource, an image, a sound. */
function isBlob(span: StringSpan, texts: Texts): boolean {
  if (span.isKey) return false;
  const last = span.path.at(-1);
  return last === 'blob' || (last === 'data' && /^[A-Za-z0-9+/_-]{24,}={0,2}$/.test(texts.textOf(span)));
}

/** The edits that carry out all cuts; those that overlap or touch become one. */
export function toEdits(texts: Texts, cuts: readonly Cut[]): Edit[] {
  const whole = cuts
    .filter(({ isJson }) => isJson)
    .map(({ span: { start, end }, text }) => ({ start, end, text }));
  const isGone = ({ start }: StringSpan) => whole.some((edit) => edit.start <= start && start < edit.end);
  const strings = whole.length === 0 ? cuts : cuts.filter((cut) => !cut.isJson && !isGone(cut.span));
  return [...whole, ...toStringEdits(texts, strings)];
}

function toStringEdits(texts: Texts, cuts: readonly Cut[]): Edit[] {
  const bySpan = new Map<StringSpan, Cut[]>();
  for (const cut of cuts) {
    const list = bySpan.get(cut.span);
    if (list === undefined) bySpan.set(cut.span, [cut]);
    else list.push(cut);
  }
  return [...bySpan].flatMap(([span, own]) => {
    const whole = own.filter(({ from, to }) => from === 0 && to >= texts.textOf(span).length);
    const [first] = whole;
    // Each was made without knowing of the other: one of them would bring back what the other took out.
    const agreed = whole.every(({ text }) => text === first?.text);
    if (first !== undefined) return [replaceString(span, agreed ? first.text : btoa(redaction))];
    return replaceInString(texts.message.bytes, span, mergeCuts(own));
  });
}

function mergeCuts(cuts: readonly Cut[]): { from: number; to: number; text: string }[] {
  const merged: { from: number; to: number; text: string }[] = [];
  for (const { from, to, text } of [...cuts].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last === undefined || from >= last.to) merged.push({ from, to, text });
    else if (to > last.to) {
      last.to = to;
      last.text = redaction;
    }
  }
  return merged;
}
