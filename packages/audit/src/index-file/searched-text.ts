// Looking for text in lines, in any case. The hashes that chain the lines are not searched: a short number is in one of them by
// chance, and nobody looks for that. Who looks for a whole hash finds it.

const hash = /^[0-9a-f]{64}$/;
const chain = ',"prev":"';

/** The part of a line that is searched. */
export const searchedLength = (line: string | Buffer): number => {
  // A name in the arguments may be spelt like this as well; ours is the last.
  const end = line.lastIndexOf(chain);
  return end < 0 ? line.length : end;
};

export interface TextSearch {
  /** What the filters of an index know about; undefined when they know nothing about it. */
  readonly text: string | undefined;
  matches(line: string): boolean;
}

export function searchText(given: string): TextSearch {
  const text = given.toLowerCase();
  if (hash.test(text)) return { text: undefined, matches: (line) => line.includes(text) };
  return { text, matches: (line) => line.slice(0, searchedLength(line)).toLowerCase().includes(text) };
}
