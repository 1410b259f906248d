// Converts findings into replacements. Text that is removed from one string is removed from all strings of the
// message, including its escaped form in JSON text. If it occurs in a place that cannot be redacted (a key, a number,
// the id), the whole message is blocked.

import { type Finding, redactionMarker } from '@claw/detectors';
import {
  type Awaitable,
  findNumbers,
  type JsonPath,
  type Message,
  type StringSpan,
} from '@claw/jsonrpc-stream';
import { allReady, whenReady } from '../awaitable.js';
import type { Clock } from '../ports.js';
import { redactBase64, type SearchText } from '../text/base64.js';
import type { MessageTexts, TextFindings } from '../text/message-texts.js';
import { isOpaqueValue } from '../text/opaque-values.js';
import { TimeSlicer } from '../text/time-slicer.js';
import type { Replacement } from '../types.js';
import { isProtocolKey } from './protocol-strings.js';

/** The replacements, or the reason why redaction is impossible. */
export type Redaction =
  | { readonly kind: 'redacted'; readonly replacements: readonly Replacement[] }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Shorter values are not removed from other strings, because they occur in too many places by chance. */
const SHORTEST_REPEAT = 6;
/** The limit for the number of values multiplied by the length of the text; above it, the message is blocked. */
const MAX_WORK = 256 * 1024 * 1024;
/** How much faster a comparison is than a search, as a power of two. */
const COMPARING_IS_FASTER = 4;

/**
 * Like `redactMessage`, but synchronous and for log entries. Opaque values are redacted as well, because logged
 * values are not sent back.
 */
export const redactForAudit = (
  texts: MessageTexts,
  found: readonly TextFindings[],
  detect: (text: string) => readonly Finding[],
): Redaction =>
  redactMessage(texts, found, detect, undefined, () => redactionMarker, KEEP_NOTHING) as Redaction;

type IsKept = (span: StringSpan, message: Message) => boolean;
const KEEP_NOTHING: IsKept = () => false;

/**
 * Returns the replacements that remove all findings from a message. Without a clock, the work is not split into
 * slices.
 */
export function redactMessage(
  texts: MessageTexts,
  found: readonly TextFindings[],
  search: SearchText,
  clock: Clock | undefined,
  replacementOf: (finding: Finding) => string = () => redactionMarker,
  isKept: IsKept = isOpaqueValue,
): Awaitable<Redaction> {
  const fixed = found.find(({ span }) => isFixed(span));
  if (fixed !== undefined) return impossible(`a finding ${positionOf(fixed.span)}, which cannot be redacted`);
  const isInBlob = ({ span }: TextFindings) => isBlob(span, texts);
  const values = new Map<string, string>();
  const replacements: Replacement[] = [];
  for (const { span, text, findings } of found.filter((one) => !isInBlob(one))) {
    for (const finding of findings) {
      const { start, end } = finding;
      const instead = replacementOf(finding);
      replacements.push({ span, from: start, to: end, text: instead });
      if (end - start >= SHORTEST_REPEAT) values.set(text.slice(start, end), instead);
    }
  }
  return whenReady(redactBlobs(found.filter(isInBlob), search), (recoded) => {
    if (recoded === undefined) return impossible('a finding is in base64 data that cannot be rewritten');
    return redactRepeats(texts, [...replacements, ...recoded], values, clock, isKept);
  });
}

function redactBlobs(
  blobs: readonly TextFindings[],
  search: SearchText,
): Awaitable<readonly Replacement[] | undefined> {
  const recoded = blobs.map(({ text }) => redactBase64(text, search));
  return whenReady(allReady(recoded), (all) => {
    const replacements = blobs.flatMap(({ span, text }, index): Replacement[] => {
      const instead = all[index];
      return instead === undefined ? [] : [{ span, from: 0, to: text.length, text: instead }];
    });
    return replacements.length < blobs.length ? undefined : replacements;
  });
}

/** Removes the same values from all other strings; a large amount of text is processed in slices. */
function redactRepeats(
  texts: MessageTexts,
  replacements: Replacement[],
  values: ReadonlyMap<string, string>,
  clock: Clock | undefined,
  isKept: IsKept,
): Awaitable<Redaction> {
  const forms = [...values].flatMap(([value, instead]) => escapedForms(value, instead));
  const digits = [...values.keys()]
    .map((value) => value.replace(/\D/g, ''))
    .filter(({ length }) => length >= 9);
  const work = (forms.length + digits.length) * texts.message.bytes.length;
  if (work > MAX_WORK) return impossible('there are too many findings to redact');
  const numbers = digits.length === 0 ? '' : findNumbers(texts.message.bytes).join(' ');
  if (digits.some((value) => numbers.includes(value)))
    return impossible('a found value also appears as a number');
  const pace = clock && new TimeSlicer(clock);
  const { spans } = texts;
  const from = (first: number): Awaitable<Redaction> => {
    for (let index = first; index < spans.length; index += 1) {
      const span = spans[index] as StringSpan;
      if (span.end - span.start < SHORTEST_REPEAT) continue;
      if (!addRepeatsIn(span, texts.textOf(span), forms, replacements, () => isKept(span, texts.message)))
        return impossible(`a found value ${positionOf(span)}, which cannot be redacted`);
      const turn = pace?.spend(((span.end - span.start) * forms.length) >> COMPARING_IS_FASTER);
      if (turn !== undefined) return turn.then(() => from(index + 1));
    }
    return { kind: 'redacted', replacements };
  };
  return from(0);
}

/** Adds the replacements for one string; returns false if the string cannot be redacted. */
function addRepeatsIn(
  span: StringSpan,
  text: string,
  forms: readonly Form[],
  replacements: Replacement[],
  isKept: () => boolean,
): boolean {
  for (const { form, instead } of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      if (isProtocolKey(span)) return true;
      if (isFixed(span)) return false;
      if (isKept()) return true;
      replacements.push({ span, from: at, to: at + form.length, text: instead });
    }
  }
  return true;
}

/** One spelling of a value to be removed, and its replacement. */
interface Form {
  readonly form: string;
  readonly instead: string;
}

/** Returns the spellings of a value: plain, in JSON text, and in JSON text inside JSON text. */
function escapedForms(value: string, instead: string): readonly Form[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const plain = { form: value, instead };
  const once = { form: inJson(value), instead: inJson(instead) };
  const twice = { form: inJson(once.form), instead: inJson(once.instead) };
  // Most values contain no characters that need escapes.
  return once.form === value ? [plain] : [plain, once, twice];
}

const impossible = (reason: string): Redaction => ({ kind: 'impossible', reason });

/**
 * Returns true for keys and ids: changing a key changes the structure of a value, and a response without its id
 * cannot be delivered.
 */
const isFixed = (span: StringSpan): boolean => span.isKey || isEnvelope(span.path);

const positionOf = ({ isKey, path }: StringSpan): string =>
  isKey || path[0] !== 'result' ? 'is in a key or an id' : 'is in a result that is a plain string';

const isEnvelope = (path: JsonPath): boolean => path.length === 1;

/** Returns true for base64 data: the content of a resource, an image, or audio. */
function isBlob(span: StringSpan, texts: MessageTexts): boolean {
  if (span.isKey) return false;
  const last = span.path.at(-1);
  return last === 'blob' || (last === 'data' && /^[A-Za-z0-9+/_-]{24,}={0,2}$/.test(texts.textOf(span)));
}
