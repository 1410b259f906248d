// Defines the grammar of JSON numbers as a transition table.

/**
 * The states of a number. They are above all other states of the scanner, so that one comparison tells whether the
 * scanner is in a number.
 */
export const NumberState = {
  minus: 32,
  zero: 33,
  integer: 34,
  point: 35,
  fraction: 36,
  e: 37,
  sign: 38,
  exponent: 39,
} as const;

const { minus, zero, integer, point, fraction, e, sign, exponent } = NumberState;
const FIRST = minus;

// The classes of bytes: 0 = not part of a number, 1 = `0`, 2 = other digits, 3 = `.`, 4 = `e` and `E`, 5 = `+`, 6 =
// `-`.
const KINDS = 7;
const kindOf = new Uint8Array(256).fill(2, 0x31, 0x3a);
for (const [character, kind] of Object.entries({ '0': 1, '.': 3, e: 4, E: 4, '+': 5, '-': 6 })) {
  kindOf[character.charCodeAt(0)] = kind;
}

const next = new Uint8Array(8 * KINDS);
const follows = (state: number, row: readonly [number, number, number, number, number, number, number]) =>
  next.set(row, (state - FIRST) * KINDS);

//                     0  `0`        digits     `.`    e  +     -
follows(minus, /*   */ [0, zero, integer, 0, 0, 0, 0]);
follows(zero, /*    */ [0, 0, 0, point, e, 0, 0]);
follows(integer, /* */ [0, integer, integer, point, e, 0, 0]);
follows(point, /*   */ [0, fraction, fraction, 0, 0, 0, 0]);
follows(fraction, /**/ [0, fraction, fraction, 0, e, 0, 0]);
follows(e, /*       */ [0, exponent, exponent, 0, 0, sign, sign]);
follows(sign, /*    */ [0, exponent, exponent, 0, 0, 0, 0]);
follows(exponent, /**/ [0, exponent, exponent, 0, 0, 0, 0]);

/** Returns the state after `byte`, or 0 if the byte cannot continue the number. */
export const nextNumberState = (state: number, byte: number): number =>
  next[(state - FIRST) * KINDS + (kindOf[byte] as number)] as number;

/** Returns the state after the first byte of a number, or 0 if no number begins with this byte. */
export const firstNumberState = (byte: number): number =>
  byte === 0x2d ? minus : (next[kindOf[byte] as number] as number);

/** Returns true if a number may end in this state. */
export const isCompleteNumber = (state: number): boolean =>
  state === zero || state === integer || state === fraction || state === exponent;
