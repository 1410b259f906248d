// Characters that are text to the standard of event streams and line ends to some of its readers. Inside of a data line
// they could let such a reader see an event that we did not.

const SEPARATORS: readonly (readonly [string, string])[] = [
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\u0085', '\\u0085'],
];

/** What a reader that splits there would take for a line of its own: a field, a comment, or the end of the event. */
const FALSE_LINE = /[\u0085\u2028\u2029](?:data|event|id|retry|:|[\u0085\u2028\u2029])/;

/**
 * The same JSON with these characters as escapes, when a reader could be led astray by them; undefined when it is fine as
 * it is. They can only stand inside of strings.
 */
export function withoutFalseLineEnds(json: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  if (!SEPARATORS.some(([character]) => bytes.includes(character))) return undefined;
  let text = bytes.toString();
  if (!FALSE_LINE.test(text)) return undefined;
  for (const [character, escaped] of SEPARATORS) text = text.replaceAll(character, escaped);
  return Buffer.from(text);
}
