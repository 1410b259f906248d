// The shape `name … operator … value` as it is written in code, environment files, JSON, YAML, shells and prose tables.

/**
 * Between a name and its operator: the rest of the name, then a closing quote or blanks. The look ahead keeps the pattern
 * from giving letters back one by one when no operator follows.
 */
const NAME_END = '[A-Za-z0-9_ \\t.-]{0,24}(?![A-Za-z0-9_.-])["\'`\\])\\s]{0,3}';

/** What assigns: `=`, `:`, `:=`, `=>`, `?=`, `||`, `,` and `>` of a markup attribute. */
const OPERATOR = '(?:=>|:{1,3}=|\\|\\||\\?=|[=:,>])';

/** Between the operator and the value: blanks, an opening quote, a doubled operator, and what says how it is written. */
const VALUE_START = '[\\s"\'`=(]{0,5}(?:base64:)?';

/** What may stand behind a value, the two-character `\n` of a quoted text included. */
const VALUE_END = '(?=[\\s"\'`;,)}<&\\]|#]|\\\\[nr"\']|$)';

/** The source of a pattern in which the value is group 1. */
export function assignmentPattern(name: string, value: string): string {
  return `(?:${name})${NAME_END}${OPERATOR}${VALUE_START}(${value})${VALUE_END}`;
}
