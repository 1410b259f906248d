// The 64 classes of bytes that the screen reads texts in: letters without their case, all digits as one, every sign.

/** What is no ASCII: only the slower readings understand it. */
export const foreignClass = 63;
// No byte has class 0: it stands before the first byte of a stretch.
const blankClass = 1;
const digitClass = 2;
const controlClass = 3;
const firstLetter = 4;
const firstSign = 30;

/** The class of each byte. */
export const classOf = createClasses();

export const backslashClass = classOf[92] as number;

function createClasses(): Uint8Array {
  const classes = new Uint8Array(256).fill(foreignClass);
  let sign = firstSign;
  for (let byte = 0; byte < 128; byte += 1) {
    if (byte === 32 || (byte >= 9 && byte <= 13)) classes[byte] = blankClass;
    else if (byte < 32 || byte === 127) classes[byte] = controlClass;
    else if (byte >= 48 && byte <= 57) classes[byte] = digitClass;
    else if ((byte | 32) >= 97 && (byte | 32) <= 122) classes[byte] = firstLetter + (byte & 31) - 1;
    else {
      classes[byte] = sign;
      sign += 1;
    }
  }
  return classes;
}

/** The bytes of a text in ASCII. */
export function codesOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at);
  return codes;
}

/** The classes of some bytes. */
export function classesOf(codes: Uint8Array): Uint8Array {
  const classes = new Uint8Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) classes[at] = classOf[codes[at] as number] as number;
  return classes;
}
