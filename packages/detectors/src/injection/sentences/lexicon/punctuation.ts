// Defines classes of ASCII characters. The classes in a sentence are collected while its words are read; they exclude
// patterns that cannot match.

/** The classes, as bits. */
export const punctuationClass = {
  /** A character that is part of a word. */
  word: 1 << 0,
  question: 1 << 1,
  /** The first character of a tag or of a title in brackets. */
  bracket: 1 << 2,
  bar: 1 << 3,
  underscore: 1 << 4,
  dash: 1 << 5,
  /** A character of an address, an account number or a telephone number. */
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
