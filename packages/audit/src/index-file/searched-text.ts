// Searches text in lines, ignoring case. The hashes of the chain are excluded, because they contain short numbers by
// chance; a search for a whole hash includes them.

const hash = /^[0-9a-f]{64}$/;
const chain = ',"prev":"';

/** Returns the length of the part of a line that is searched. */
export const searchedLength = (line: string | Buffer): number => {
  // An argument can have the same name as the hash member, so the last occurrence is the member of the record.
  const end = line.lastIndexOf(chain);
  return end < 0 ? line.length : end;
};

export interface TextSearch {
  /** The part of the text that the filters of an index can find, or undefined if the filters cannot be used. */
  readonly text: string | undefined;
  matches(line: string): boolean;
}

export function searchText(given: string): TextSearch {
  const text = given.toLowerCase();
  if (hash.test(text)) return { text: undefined, matches: (line) => line.includes(text) };
  return { text, matches: (line) => line.slice(0, searchedLength(line)).toLowerCase().includes(text) };
}
