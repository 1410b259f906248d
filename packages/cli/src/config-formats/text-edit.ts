// Defines spans of a text and edits. Text outside the edits is preserved.

/** A span from the first character to the position after the last character, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An edit that replaces a span with `text`. */
export interface Edit extends Span {
  readonly text: string;
}

/** Returns the text of a span. */
export const textOf = (text: string, { start, end }: Span): string => text.slice(start, end);

/** Applies edits that do not overlap. */
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

/** Returns the line ending of a text, determined from its first line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** Returns the white space before a position if nothing else precedes the position on its line. */
export function indentationBefore(text: string, place: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
  return /^[ \t]*$/.test(line) ? line : undefined;
}

/** Returns the line and column of a position, both starting at 1. */
export function positionOf(text: string, place: number): string {
  const before = text.slice(0, place).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
