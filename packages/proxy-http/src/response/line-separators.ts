// Escapes characters that are text in the event-stream standard but line separators for some parsers. In a data line,
// they could make such a parser read an event that was not inspected.

const SEPARATORS: readonly (readonly [string, string])[] = [
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\u0085', '\\u0085'],
];

/** Matches text that such a parser would read as a separate line: a field, a comment or the end of the event. */
const INJECTED_LINE = /[\u0085\u2028\u2029](?:data|event|id|retry|:|[\u0085\u2028\u2029])/;

/**
 * Returns the JSON with these characters escaped, or undefined if it contains none. In valid JSON they occur only
 * inside strings.
 */
export function escapeLineSeparators(json: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  if (!SEPARATORS.some(([character]) => bytes.includes(character))) return undefined;
  let text = bytes.toString();
  if (!INJECTED_LINE.test(text)) return undefined;
  for (const [character, escaped] of SEPARATORS) text = text.replaceAll(character, escaped);
  return Buffer.from(text);
}
