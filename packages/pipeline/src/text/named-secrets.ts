// Detects secrets that only the name of their key reveals, such as `{"password":"…"}` and
// `{"name":"DB_PASSWORD","value":"…"}`. The engine searches the text `key="value"`, and its findings are mapped back
// to the value.

import type { Engine, Finding, TextOptions } from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import { whenReady } from '../awaitable.js';
import type { Clock } from '../ports.js';
import { isBinary } from './decode-base64.js';
import type { MessageTexts, TextFindings } from './message-texts.js';
import { isOpaqueValue } from './opaque-values.js';
import { announcedName, isNameKey, isValueKey, mayAnnounceSecret } from './secret-keys.js';
import { TimeSlicer } from './time-slicer.js';

/** The minimum and maximum length of a secret, with its quotes. */
const SHORTEST = 8;
const LONGEST = 4096;
/** The number of strings before and after a `value` that are examined for a `name`. */
const REACH = 12;
/** The costs of examining a string, of examining a key and of searching a value, in units of searched text. */
const STRING_COST = 2;
const KEY_COST = 32;
const SEARCH_COST = 256;

/** Returns the findings, including secrets that only the name of their key reveals. */
export function searchNamedValues(
  texts: MessageTexts,
  found: readonly TextFindings[],
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Awaitable<readonly TextFindings[]> {
  return whenReady(texts.mayNameSecrets(clock), (mayName) => {
    if (!mayName) return found;
    return whenReady(texts.findSpans(clock), (spans) => {
      const known = new Set(found.filter(isWholeSecret).map(({ span }) => span));
      const detect = (text: string) => engine.detect(text, options);
      return whenReady(searchValues(texts, spans, known, detect, clock), (named) =>
        named.length === 0 ? found : [...found, ...named],
      );
    });
  });
}

const isWholeSecret = ({ text, findings }: TextFindings): boolean =>
  findings.some(({ kind, start, end }) => kind === 'secrets' && start === 0 && end === text.length);

type Detect = (text: string) => readonly Finding[];

/** Returns the findings in the value of a key: in its string, or in the first strings of its list. */
function searchValues(
  texts: MessageTexts,
  spans: readonly StringSpan[],
  known: ReadonlySet<StringSpan>,
  detect: Detect,
  clock: Clock,
): Awaitable<readonly TextFindings[]> {
  const pace = new TimeSlicer(clock);
  const named: TextFindings[] = [];
  let name: string | undefined;
  let end = 0;
  const from = (first: number): Awaitable<readonly TextFindings[]> => {
    for (let index = first; index < spans.length; index += 1) {
      const span = spans[index] as StringSpan;
      if (span.isKey) name = nameAt(index, spans, texts);
      else if (name !== undefined && !isGap(texts.message.bytes, end, span.start)) name = undefined;
      ({ end } = span);
      const isValue = name !== undefined && !span.isKey && !known.has(span) && isSearched(span, texts);
      if (isValue) {
        const text = texts.textOf(span);
        const finding = findInValue(text, name as string, detect);
        if (finding !== undefined) named.push({ span, text, findings: [finding] });
      }
      const cost = span.isKey ? KEY_COST : STRING_COST;
      const turn = pace.spend(isValue ? SEARCH_COST + end - span.start : cost);
      if (turn !== undefined) return turn.then(() => from(index + 1));
    }
    return named;
  };
  return from(0);
}

/**
 * Returns the name that announces a secret in the value of a key: the key itself, or the `name` next to a `value`.
 */
function nameAt(index: number, spans: readonly StringSpan[], texts: MessageTexts): string | undefined {
  const key = spans[index] as StringSpan;
  const { bytes } = texts.message;
  if (isNameKey(bytes, key.start, key.end)) return undefined;
  if (isValueKey(bytes, key.start, key.end)) return nameBeside(index, spans, texts) ?? nameOfHolder(key);
  return mayAnnounceSecret(bytes, key.start, key.end) ? announcedName(texts.textOf(key)) : undefined;
}

/** Returns the name of the object that contains a `value`, as in `{"db_password":{"value":"…"}}`. */
function nameOfHolder({ path }: StringSpan): string | undefined {
  const [name] = path
    .slice(0, -1)
    .filter((step) => typeof step === 'string')
    .slice(-1);
  return name === undefined ? undefined : announcedName(String(name));
}

/** Returns the `name` or `key` in the object that contains a `value`, if it announces a secret. */
function nameBeside(index: number, spans: readonly StringSpan[], texts: MessageTexts): string | undefined {
  const { bytes } = texts.message;
  const holder = holderOf(spans[index] as StringSpan);
  const last = Math.min(spans.length - 1, index + REACH);
  for (let at = Math.max(0, index - REACH); at < last; at += 1) {
    const key = spans[at] as StringSpan;
    const word = spans[at + 1] as StringSpan;
    if (!key.isKey || word.isKey || !isNameKey(bytes, key.start, key.end)) continue;
    if (!mayAnnounceSecret(bytes, word.start, word.end) || !isGap(bytes, key.end, word.start)) continue;
    if (holderOf(key) === holder) return announcedName(texts.textOf(word));
  }
  return undefined;
}

const holderOf = ({ path }: StringSpan): string => path.slice(0, -1).join('\0');

const GAP: ReadonlySet<number> = new Set([...' \t\r\n:,['].map((sign) => sign.charCodeAt(0)));

/** Returns true if there is no value and no end of a container between two strings. */
function isGap(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!GAP.has(bytes[at] as number)) return false;
  return true;
}

const isSearched = (span: StringSpan, texts: MessageTexts): boolean =>
  span.end - span.start >= SHORTEST &&
  span.end - span.start <= LONGEST &&
  !isOpaqueValue(span, texts.message) &&
  !isBinary(span, texts);

/**
 * Returns the finding in a value whose name announces a secret. It covers the whole value, which may contain any
 * character.
 */
function findInValue(text: string, name: string, detect: Detect): Finding | undefined {
  if (isOrdinary(text)) return undefined;
  const before = `${name}="`;
  const end = before.length + text.length;
  const finding = detect(`${before}${text}"`).find(
    (one) => one.kind === 'secrets' && one.end > before.length && one.start < end,
  );
  return finding && { ...finding, start: 0, end: text.length };
}

/**
 * Values of members such as `passwordLastUsed`, `passwordContact` and `tokens` are dates, e-mail addresses and
 * accounts.
 */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+\s?(?:Z|UTC|[+-][\d:]+)?)?$/i;
const ACCOUNT = /^0x[a-f0-9]{40}$/i;
const EMAIL = /^[^\s@:]+@[^\s@:]+\.[a-z]{2,}$/i;
/** Labels such as `Password*` and `Forgot it?`. In translation files, their keys look like those of secrets. */
const LABEL = /^(?:[\p{L}\p{M}]+[?!*:.…]*(?:\s+|$))+$/u;
/** Matches words in scripts without upper and lower case; such scripts often have no spaces. */
const OTHER_SCRIPT = /\p{Lo}{2}/u;
/** A secret contains at most one space, after the scheme: `Basic …`. */
const SENTENCE = /\s\S+\s/;

const isOrdinary = (text: string): boolean =>
  DATE.test(text) ||
  EMAIL.test(text) ||
  ACCOUNT.test(text) ||
  LABEL.test(text) ||
  OTHER_SCRIPT.test(text) ||
  SENTENCE.test(text);
