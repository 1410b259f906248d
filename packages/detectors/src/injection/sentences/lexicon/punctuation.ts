// Classes of ASCII characters. Those in a sentence are collected while its words are read, and show which patterns
// cannot match.

/** The classes, as bits. */
export const punctuationClass = {
  /** Part of a word. */
  word: 1 << 0,
  question: 1 << 1,
  /** The first character of tags and bracketed titles. */
  bracket: 1 << 2,
  bar: 1 << 3,
  underscore: 1 << 4,
  dash: 1 << 5,
  /** Characters of addresses, account numbers and telephone numbers. */
  address: 1 << 6,
} as const;

const members: Readonly<Record<keyof typeof punctuationClass, RegExp>> = {
  word: /\w/,
  question: /\?/,
  bracket: /[<[]/,
  bar: /\|/,
  underscore: /_/,
  dash: /-/,
  address: /[@.+\d/]/,
};

/** The classes of each ASCII character. */
export const punctuationOf = Uint8Array.from({ length: 128 }, (_, code) => {
  let classes = 0;
  for (const [name, pattern] of Object.entries(members))
    if (pattern.test(String.fromCharCode(code)))
      classes |= punctuationClass[name as keyof typeof punctuationClass];
  return classes;
});
