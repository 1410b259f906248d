// Quotes words for a POSIX shell, for suggested commands and printed scripts.

/** Quotes a word with single quotes, even if it needs none. */
export const singleQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a word only if it needs quotes. */
export const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuote(text);
