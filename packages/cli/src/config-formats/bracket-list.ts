// Lists in brackets, `["a", "b"]`, as JSON, TOML and YAML's flow style write them. What is put in front of a list is
// written so that taking it out again leaves the list exactly as it was, wherever that is possible.

import type { Field } from './format.js';
import type { Edit, Span } from './text-edit.js';

/** Elements in front of those that are there, in the layout of the list. */
export function prependInBrackets(text: string, list: Field, tokens: readonly string[]): Edit {
  const inside = list.value.start + 1;
  const [first, second] = list.items ?? [];
  if (!first) return insert(inside, tokens.join(', '));
  const gap = text.slice(inside, first.start);
  const blank = /^\s*$/.test(gap);
  if (blank && gap.includes('\n')) return insert(inside, tokens.map((token) => `${gap}${token},`).join(''));
  const tight = second !== undefined && text.slice(first.end, second.start) === ',';
  const separator = tight ? ',' : ', ';
  // A comment in front of the first element stays in front of it.
  if (!blank) return insert(inside, `${tokens.join(separator)},`);
  return insert(inside, `${gap}${tokens.join(separator)},${gap === '' && !tight ? ' ' : ''}`);
}

/** Takes out the first elements, with the commas and the white space that `prependInBrackets` gave them. */
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
