// The states of the scanner, named after the expected input. For `{"a":[1]}` they are start → firstKey → string →
// afterKey → value → firstElement → (states of a number) → afterValue → afterValue → done.

import { NumberState } from './number-grammar.js';

export const State = {
  /** The message; only white space so far. */
  start: 0,
  /** Any value. */
  value: 1,
  /** Any value, or `]`. */
  firstElement: 2,
  /** A key, or `}`. */
  firstKey: 3,
  /** A key. */
  key: 4,
  /** A colon. */
  afterKey: 5,
  /** `,` or the end of the container. */
  afterValue: 6,
  /** White space, or the CR of a CRLF. */
  done: 7,
  /** No byte: the line must end here. */
  afterCr: 8,
  /** The text of a string, or its end. */
  string: 9,
  /** The character after a backslash. */
  escape: 10,
  /** The digits of a \u escape. */
  hex: 11,
  /** The rest of true, false or null. */
  literal: 12,
  ...NumberState,
} as const;
