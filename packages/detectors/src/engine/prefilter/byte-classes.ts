// Defines the 32 byte classes of the prefilter: one for each letter regardless of case, one for all digits,
// and few for other characters. Bytes from 64 on have the class of their lower five bits, as the loops
// compute it, so letters have classes 1 to 26.

// All other bytes have class 0, as the space does: control characters, and non-ASCII bytes, which only the
// full search handles.
const others = 27;
const point = 28;
const digit = 29;
const pause = 30;
const dash = 31;

const classes: readonly (readonly [signs: string, itsClass: number])[] = [
  ['"#$%&\'()*+/:<=>', others],
  ['.', point],
  ['0123456789', digit],
  [',;!?', pause],
  ['-', dash],
];

/** Returns the class of each byte. */
export function createClasses(): Uint8Array {
  const classOf = new Uint8Array(256);
  for (let byte = 64; byte < 128; byte += 1) classOf[byte] = byte & 31;
  for (const [signs, itsClass] of classes) for (const sign of signs) classOf[sign.charCodeAt(0)] = itsClass;
  return classOf;
}
