// Edits lists in brackets, `["a", "b"]`, in JSON, TOML and YAML's flow style. Removing prepended elements restores the
// original text exactly wherever possible.

import type { Field } from './format.js';
import type { Edit, Span } from './text-edit.js';

/** Adds elements at the start of a list and keeps the layout of the list. */
export function prependInBrackets(text: string, list: Field, tokens: readonly string[]): Edit {
  const inside = list.value.start + 1;
  const [first, second] = list.items ?? [];
  if (!first) return insert(inside, tokens.join(', '));
  const gap = text.slice(inside, first.start);
  const blank = /^\s*$/.test(gap);
  if (blank && gap.includes('\n')) return insert(inside, tokens.map((token) => `${gap}${token},`).join(''));
  const tight = second !== undefined && text.slice(first.end, second.start) === ',';
  const separator = tight ? ',' : ', ';
  // A comment before the first element stays at the start of the list.
  if (!blank) return insert(inside, `${tokens.join(separator)},`);
  return insert(inside, `${gap}${tokens.join(separator)},${gap === '' && !tight ? ' ' : ''}`);
}

/** Removes the first elements with the commas and white space that `prependInBrackets` added. */
export function dropFirstInBrackets(text: string, list: Field, count: number): Edit {
  const inside = list.value.start + 1;
  const items = list.items ?? [];
  const last = items[count - 1] as Span;
  const next = items[count];
  if (!next) return cut(inside, last.end);
  const between = text.slice(last.end, next.start);
  const comma = last.end + between.indexOf(',') + 1;
  const noGap = (items[0] as Span).start === inside;
  return cut(inside, noGap && text[comma] === ' ' ? comma + 1 : comma);
}

export const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

export const cut = (start: number, end: number): Edit => ({ start, end, text: '' });
