// Truncates untrusted text.

/**
 * Returns at most this many UTF-16 units. Never splits a surrogate pair, because strict JSON parsers reject half of
 * one.
 */
export const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
