// Quotes words for a POSIX shell, for suggested commands and printed scripts.

/** Always in single quotes. */
export const singleQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** In quotes only when needed. */
export const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuote(text);
