// Formats values for reasons and errors.

/** Returns a value in backticks, truncated and on one line. */
export function quoteValue(value: string): string {
  const line = value.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  return `\`${line.length > 80 ? `${line.slice(0, 77)}…` : line}\``;
}
