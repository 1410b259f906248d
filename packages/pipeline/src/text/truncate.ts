// The beginning of a text that strangers can make as long as they like.

/** At most so many units, and never half a character: strict readers of JSON refuse that. */
export const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
