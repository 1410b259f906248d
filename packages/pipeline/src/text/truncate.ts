// Truncates untrusted text.

/** At most this many units, without splitting a surrogate pair, which strict JSON parsers reject. */
export const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
