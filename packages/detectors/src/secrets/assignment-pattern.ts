// Builds patterns for assignments: a name, an operator and a value in code, environment files, JSON, YAML, shells and
// tables.

/**
 * The text between a name and its operator: the rest of the name, then a closing quote or spaces. The lookahead
 * prevents backtracking letter by letter if no operator follows.
 */
const NAME_END = '[A-Za-z0-9_ \\t.-]{0,24}(?![A-Za-z0-9_.-])["\'`\\])\\s]{0,3}';

/** Assignment operators: `=`, `:`, `:=`, `=>`, `?=`, `||`, `,`, and `>` of a markup attribute. */
const OPERATOR = '(?:=>|:{1,3}=|\\|\\||\\?=|[=:,>])';

/** The text between the operator and the value: spaces, an opening quote, a doubled operator, and a string prefix. */
const VALUE_START = '[\\s"\'`=(]{0,5}(?:base64:)?';

/**
 * The characters that may follow a value, including the two characters `
 * ` in quoted text.
 */
const VALUE_END = '(?=[\\s"\'`;,)}<&\\]|#]|\\\\[nr"\']|$)';

/** Returns the source of a pattern. Group 1 of the pattern is the value. */
export function assignmentPattern(name: string, value: string): string {
  return `(?:${name})${NAME_END}${OPERATOR}${VALUE_START}(${value})${VALUE_END}`;
}

/** Returns the name before the value, from the matched word to the operator. */
export const assignedName = ([whole, value = '']: RegExpExecArray): string =>
  whole.slice(0, -value.length).replace(/[^A-Za-z0-9]+$/, '');

/** Returns the whole name, including its part before the matched word. */
export function wholeAssignedName(match: RegExpExecArray, text: string): string {
  let start = match.index;
  while (start > 0 && start > match.index - 24 && isNamePart(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, match.index) + assignedName(match);
}

const isNamePart = (code: number): boolean =>
  ((code | 32) >= 97 && (code | 32) <= 122) || code === 95 || code === 45;
