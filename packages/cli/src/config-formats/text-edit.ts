// Places in a text, and edits of it. Everything that is not edited stays as it is, byte for byte.

/** From the first character to behind the last, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts `text` in the place of a span. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text of a span. */
export const textOf = (text: string, { start, end }: Span): string => text.slice(start, end);

/** Carries out edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new Error('edits of one text overlap');
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** The line end that a text uses, judged by the first. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The white space in front of a place, when nothing else stands before it on its line. */
export function indentationBefore(text: string, place: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
  return /^[ \t]*$/.test(line) ? line : undefined;
}

/** Line and column of a place, both counted from 1. */
export function positionOf(text: string, place: number): string {
  const before = text.slice(0, place).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
