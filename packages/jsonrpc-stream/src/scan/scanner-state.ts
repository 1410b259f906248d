// The states of the scanner, named after the expected input. For `{"a":[1]}` they are start → firstKey → string →
// afterKey → value → firstElement → (states of a number) → afterValue → afterValue → done.

import { NumberState } from './number-grammar.js';

export const State = {
  /** Expects the message. Only white space was read so far. */
  start: 0,
  /** Expects any value. */
  value: 1,
  /** Expects any value, or `]`. */
  firstElement: 2,
  /** Expects a key, or `}`. */
  firstKey: 3,
  /** Expects a key. */
  key: 4,
  /** Expects a colon. */
  afterKey: 5,
  /** Expects `,` or the end of the container. */
  afterValue: 6,
  /** Expects white space, or the CR of a CRLF. */
  done: 7,
  /** Expects the end of the line, so any byte is an error. */
  afterCr: 8,
  /** Expects the text of a string, or its end. */
  string: 9,
  /** Expects the character after a backslash. */
  escape: 10,
  /** Expects the digits of a \u escape. */
  hex: 11,
  /** Expects the rest of true, false or null. */
  literal: 12,
  ...NumberState,
} as const;
