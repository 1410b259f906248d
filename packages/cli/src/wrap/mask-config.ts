// Masks secrets in a configuration before it is shown, because a terminal may be shared or recorded: the values of
// variables and headers, and secret words of a command. All values in `env` are masked, because secret values cannot be
// distinguished from others.

import { mentionsSecret, redactionMarker } from '@claw/detectors';
import type { Field, Format, ParsedConfig } from '../config-formats/format.js';
import { applyEdits, type Edit, type Span, textOf } from '../config-formats/text-edit.js';
import { maskText } from '../firewall/ports/mask-secrets.js';
import type { EntryShape } from './entry-shape.js';
import { headerFields } from './remote/remote-parts.js';

/** The location and the format of entries. */
export interface EntryLocation {
  readonly at: readonly string[];
  readonly shape: EntryShape;
}

interface Value {
  readonly span: Span;
  readonly shown: unknown;
  readonly data: unknown;
}

/** Returns the text without the values of variables and headers. */
export function maskConfig(text: string, format: Format, places: readonly EntryLocation[]): string {
  const parsed = format.parse(text);
  if ('problem' in parsed) return text;
  const edits = new Map<number, Edit>();
  for (const { span, shown, data } of places.flatMap((place) => valuesIn(parsed, place))) {
    if (shown === data) continue;
    const isQuoted = format.name === 'json' || /^["']/.test(textOf(text, span));
    edits.set(span.start, { ...span, text: isQuoted ? format.quote(String(shown)) : String(shown) });
  }
  return applyEdits(text, withoutInner([...edits.values()]));
}

function valuesIn(parsed: ParsedConfig, { at, shape }: EntryLocation): Value[] {
  const kept = [shape.env, 'env', 'environment', ...headerFields];
  const entries = parsed.findEntries(at);
  // A TOML table for variables or headers is separate from its entry.
  const apart = parsed.findEntries([...at, '*']).filter(({ path }) => kept.includes(String(path.at(-1))));
  const members = apart.flatMap(({ fields }) => [...fields.values()].map(hideField));
  const words = entries.flatMap(({ fields }) =>
    [
      { field: fields.get(shape.env), hide: (list: readonly unknown[]) => list.map(hideVariable) },
      { field: fields.get(shape.command), hide: hideWords },
      { field: fields.get(shape.args ?? ''), hide: hideWords },
    ].flatMap(({ field, hide }) => {
      const list: readonly unknown[] = Array.isArray(field?.data) ? field.data : [];
      const shown = hide(list);
      return (field?.items ?? []).map((span, index) => ({ span, data: list[index], shown: shown[index] }));
    }),
  );
  const others = entries.flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => hideWithin(field, kept)),
  );
  return [...members, ...words, ...others];
}

const hideField = ({ value: span, data }: Field): Value => ({ span, data, shown: hideValue(data) });

/**
 * Returns the values to mask within an entry, at any depth: variables and headers, values whose key names a secret,
 * and URLs that contain a secret.
 */
function hideWithin({ key, value: span, data, members }: Field, kept: readonly string[]): Value[] {
  const shown = typeof data !== 'string' ? data : isSecretName(key) ? hideValue(data) : hideAddress(data);
  const within = (members ?? []).flatMap((member) =>
    kept.includes(key) ? [hideField(member)] : hideWithin(member, kept),
  );
  return [...(shown === data ? [] : [{ span, data, shown }]), ...within];
}

/** Returns a URL without the values in its query; the names remain. */
const hideAddress = (text: string): string =>
  /^[a-z][\w+.-]*:\/\//i.test(text)
    ? maskText(text).replace(/([?&#;][^=&#;]*=)([^&#;]+)/g, `$1${redactionMarker}`)
    : text;

/** True for a reference that the client replaces; the file does not contain its value. */
const isReference = (text: string): boolean =>
  /^(?:(?:bearer|basic)\s+)?(?:\$\{[^}]*\}|\$\w+|\{env:\w+\})?$/i.test(text);

function hideValue(data: unknown): unknown {
  if (typeof data === 'boolean' || data === null || data === undefined) return data;
  return typeof data === 'string' && isReference(data) ? data : redactionMarker;
}

/** Masks a variable in either form: `NAME=value`, or an object with name and value. */
function hideVariable(item: unknown): unknown {
  if (typeof item !== 'string') return redactionMarker;
  const [, name, value = ''] = /^([^=]*=)(.*)$/s.exec(item) ?? [];
  return name === undefined ? item : `${name}${hideValue(value)}`;
}

/** Matches options that are followed by a variable or a header. */
const takesVariable = /^(?:-e|--env)$/;
const takesHeader = /^(?:-H|--headers?)$/;
/** Matches our own options that are followed by the location of a secret. */
const takesPlace = /^--(?:header|bearer)-env$/;
const option = /^--?([a-z][\w.-]*)$/i;
const assignment = /^((?:--?)?([a-z][\w.-]*)=)(.+)$/is;
const header = /^([\w-]+:\s*)(.+)$/s;

/** Matches names of secrets on a command line, in addition to the general names. */
const alsoSecret = /(?:^|[_.-])(?:token|auth|authorization|bearer|cookie|key|pw|pass)$/i;
const isSecretName = (name: string): boolean => alsoSecret.test(name) || mentionsSecret(name);

const hideWords = (words: readonly unknown[]): unknown[] =>
  words.map((word, index) =>
    typeof word === 'string' ? hideWord(word, String(words[index - 1] ?? '')) : word,
  );

function hideWord(word: string, before: string): string {
  if (takesPlace.test(before) || isReference(word)) return word;
  const [, written = '', name = '', value = ''] = assignment.exec(word) ?? [];
  if (written !== '' && (takesVariable.test(before) || isSecretName(name)))
    return `${written}${hideValue(value)}`;
  const [, field = '', content = ''] = takesHeader.test(before) ? (header.exec(word) ?? []) : [];
  if (field !== '') return `${field}${hideValue(content)}`;
  const optionName = option.exec(before)?.[1];
  return optionName !== undefined && !word.startsWith('-') && isSecretName(optionName)
    ? redactionMarker
    : maskText(word);
}

/**
 * Removes edits inside other edits. An alias may refer to the same position twice, or to a position inside another
 * value.
 */
function withoutInner(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  for (const edit of [...edits].sort((left, right) => left.start - right.start || right.end - left.end))
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
}
