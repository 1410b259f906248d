// Finds text that may be a secret although no detector reports it. Such text is not logged: a false positive only
// removes a word, while a false negative stores a key on disk.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The minimum length of words that may be keys. */
const LONG = 16;
const longWord = /[A-Za-z0-9_+/=-]{16,}/g;
/** Returns true for digests and ids, which identify a resource but do not grant access. */
const isIdentifier = (word: string): boolean =>
  /^(?:[0-9a-f]{7,64}|[0-9A-F]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(word);
const border = /(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g;
/** The number of changes between letters and digits that is common in random text and rare in names. */
const RANDOM = 5;
const oneLetter = /([A-Za-z0-9])\1{11}/;
const REPEATED = 12;

/** Matches text that usually precedes a secret, such as `password:`. */
const inContext: readonly RegExp[] = [
  /(?:\s-u|--user)[\s=]*["'{]*[^\s"':]+["'}]*:["'{]*[^\s"']*/g,
  /\bdata:\s+\S{1,200}(?=[\s\S]{0,80}\bkind:\s*["']?secret\b)/gi,
  /account_?id\b\W{1,8}\d[\d-]{8,16}/gi,
];

/** Returns the ranges of a text that should not be logged. */
export function findPossibleSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const pattern of inContext) {
    for (const match of text.matchAll(pattern))
      spans.push({ start: match.index, end: match.index + match[0].length });
  }
  for (const { 0: words, index } of text.matchAll(longWord)) {
    let start = index;
    for (const word of words.split('/')) {
      if (looksRandom(word)) spans.push({ start, end: start + word.length });
      start += word.length + 1;
    }
  }
  return spans;
}

const looksRandom = (word: string): boolean =>
  word.length >= LONG &&
  !isIdentifier(word) &&
  (oneLetter.test(word) || (word.match(border)?.length ?? 0) >= RANDOM);

const [OTHER, SIGN, LETTER, DIGIT] = [0, 1, 2, 3];
/** The class of each byte of a word: letter, digit, or punctuation inside words. */
const classOf = new Uint8Array(256);
for (const [kind, bytes] of [
  [SIGN, '_+=-'],
  [LETTER, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
  [DIGIT, '0123456789'],
] as const)
  for (const byte of bytes) classOf[byte.charCodeAt(0)] = kind;

/** Matches the words of which each of these patterns contains one. The white space before `-u` may be escaped. */
const contextWord = /(?:\s|\\[nrtu][0-9a-f]*)-u|--user|data:|account_?id/i;
const decoder = new TextDecoder();

/** A quick test for text that may be a secret: a word that looks random, or text that usually precedes a secret. */
export const mayHoldSecret = (text: Uint8Array): boolean =>
  hasRandomWord(text) || contextWord.test(decoder.decode(text));

/**
 * Examines only about one in sixteen bytes of ordinary text, because a long word does not fit between two examined
 * bytes.
 */
function hasRandomWord(text: Uint8Array): boolean {
  let from = 0;
  for (;;) {
    let probe = from + LONG - 1;
    if (probe >= text.length) return false;
    while (probe >= from && classOf[text[probe] as number] !== OTHER) probe -= 1;
    if (probe >= from) {
      from = probe + 1;
      continue;
    }
    const end = endOfRandomWord(text, from);
    if (end === undefined) return true;
    from = end + 1;
  }
}

/**
 * Returns the end of a word that looks random, because letters and digits alternate often or one character is
 * repeated; otherwise undefined.
 */
function endOfRandomWord(text: Uint8Array, start: number): number | undefined {
  let borders = 0;
  let repeated = 0;
  let before = OTHER;
  let at = start;
  for (; at < text.length; at += 1) {
    const kind = classOf[text[at] as number] as number;
    if (kind === OTHER) break;
    if (kind > SIGN && before > SIGN && kind !== before) borders += 1;
    repeated = text[at] === text[at - 1] ? repeated + 1 : 1;
    if (borders >= RANDOM || repeated >= REPEATED) return undefined;
    before = kind;
  }
  return at;
}
