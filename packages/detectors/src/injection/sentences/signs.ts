// Signs that say which patterns cannot match: which of them a sentence holds is known when its words were read.

/** Kinds of signs, as bits. */
export const sign = {
  /** Part of a word. */
  word: 1 << 0,
  question: 1 << 1,
  /** What tags and titles begin with. */
  bracket: 1 << 2,
  bar: 1 << 3,
  score: 1 << 4,
  dash: 1 << 5,
  /** What addresses, accounts and numbers are known by. */
  way: 1 << 6,
} as const;

const kinds: Readonly<Record<keyof typeof sign, RegExp>> = {
  word: /\w/,
  question: /\?/,
  bracket: /[<[]/,
  bar: /\|/,
  score: /_/,
  dash: /-/,
  way: /[@.+\d/]/,
};

/** The signs that each unit of ASCII is. */
export const signsOf = Uint8Array.from({ length: 128 }, (_, code) => {
  let signs = 0;
  for (const [name, kind] of Object.entries(kinds))
    if (kind.test(String.fromCharCode(code))) signs |= sign[name as keyof typeof sign];
  return signs;
});
