// Characters that are text in the event-stream standard and line separators for some parsers. In a data line they could
// make such a parser see an event that was not inspected.

const SEPARATORS: readonly (readonly [string, string])[] = [
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\u0085', '\\u0085'],
];

/** Text that such a parser would read as a separate line: a field, a comment or the end of the event. */
const INJECTED_LINE = /[\u0085\u2028\u2029](?:data|event|id|retry|:|[\u0085\u2028\u2029])/;

/**
 * The JSON with these characters escaped; undefined when no escaping is needed.
 * In valid JSON they occur inside strings only.
 */
export function escapeLineSeparators(json: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  if (!SEPARATORS.some(([character]) => bytes.includes(character))) return undefined;
  let text = bytes.toString();
  if (!INJECTED_LINE.test(text)) return undefined;
  for (const [character, escaped] of SEPARATORS) text = text.replaceAll(character, escaped);
  return Buffer.from(text);
}
