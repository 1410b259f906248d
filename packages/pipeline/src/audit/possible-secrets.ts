// Finds text that is too risky to log although no detector reports it: in a log, a false positive costs a word, and
// a false negative stores a key on disk.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The minimum length of words that may be keys. */
const LONG = 16;
const longWord = /[A-Za-z0-9_+/=-]{16,}/g;
/** Digests and ids identify a resource, but give no access. */
const isIdentifier = (word: string): boolean =>
  /^(?:[0-9a-f]{7,64}|[0-9A-F]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(word);
const border = /(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g;
/** The number of changes between letters and digits that is usual in generated text and rare in names. */
const RANDOM = 5;
const oneLetter = /([A-Za-z0-9])\1{11}/;

/** A context that announces a secret. */
const inContext: readonly RegExp[] = [
  /(?:\s-u|--user)[\s=]*["'{]*[^\s"':]+["'}]*:["'{]*[^\s"']*/g,
  /\bdata:\s+\S{1,200}(?=[\s\S]{0,80}\bkind:\s*["']?secret\b)/gi,
  /account_?id\b\W{1,8}\d[\d-]{8,16}/gi,
];

/** Ranges of a text that should not be logged. */
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

const tableOf = (letters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
};
const isWordByte = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+=-');
const isNumberByte = tableOf('0123456789-');
/** The length of account numbers. */
const LONG_NUMBER = 9;

/** Such a context contains one of these words. */
const contextWord = /-u|data:|account_?id/i;
const decoder = new TextDecoder();

/** A quick test whether there can be risky text: a long word, a long number, or a context. */
export const mayHoldSecret = (text: Uint8Array): boolean =>
  hasRun(text, isWordByte, LONG) ||
  hasRun(text, isNumberByte, LONG_NUMBER) ||
  contextWord.test(decoder.decode(text));

/** Examines about one byte of `length`, because a run cannot be between two examined bytes. */
function hasRun(text: Uint8Array, belongs: Uint8Array, length: number): boolean {
  let from = 0;
  for (;;) {
    let probe = from + length - 1;
    if (probe >= text.length) return false;
    while (probe >= from && belongs[text[probe] as number] === 1) probe -= 1;
    if (probe < from) return true;
    from = probe + 1;
  }
}
