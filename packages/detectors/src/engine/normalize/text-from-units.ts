// Converts UTF-16 units to a string, in pieces that fit on the stack.

const piece = 4_096;

/**
 * Returns the text of some units. Spreading the array would use an iterator, which takes several times as
 * long.
 */
export function textFromUnits(units: Uint16Array): string {
  let text = '';
  for (let start = 0; start < units.length; start += piece)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(start, start + piece));
  return text;
}
