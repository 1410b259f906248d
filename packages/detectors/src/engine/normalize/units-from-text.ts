// Converts a string to its UTF-16 code units.

const encoder = new TextEncoder();
/** Below this length, reading single characters is cheaper than calling the encoder. */
const worthEncoding = 128;
let bytes = new Uint8Array(16_384);

/**
 * Writes the units of a text into an array. For ASCII, the units equal the bytes of the encoder, which is
 * many times faster than `charCodeAt`.
 */
export function writeUnits(text: string, units: Uint16Array): void {
  const { length } = text;
  if (length >= worthEncoding) {
    if (bytes.length < length) bytes = new Uint8Array(2 * length);
    const { read, written } = encoder.encodeInto(text, bytes.subarray(0, length));
    if (read === length && written === length) {
      units.set(bytes.subarray(0, length));
      return;
    }
  }
  for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at);
}
