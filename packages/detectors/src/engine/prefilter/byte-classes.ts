// The 32 classes of bytes that the screen reads texts in: letters without their case, all digits as one, and few for the
// signs. Bytes from 64 on have the class of their lower five bits, which is how the loops reckon it: letters are 1 to 26.

// Whatever no line names here is the blank's class, 0: control characters, which are blanks to most readers, and what is
// beyond ASCII, which only the slower readings understand.
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

/** The class of each byte. */
export function createClasses(): Uint8Array {
  const classOf = new Uint8Array(256);
  for (let byte = 64; byte < 128; byte += 1) classOf[byte] = byte & 31;
  for (const [signs, itsClass] of classes) for (const sign of signs) classOf[sign.charCodeAt(0)] = itsClass;
  return classOf;
}
