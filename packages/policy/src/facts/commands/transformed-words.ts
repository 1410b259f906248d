// Finds words that shell text prints or assigns and then transforms: `echo /rgp/x | tr a-z n-za-m`, `echo
// /xyz/x | sed s/xyz/etc/`, `${p/xyz/etc}`.
import { replaceText, type TextTransform, translateCharacters } from '../code/text-transform.js';

const WORD = String.raw`(?:'([^'\n]{1,256})'|"([^"\n]{1,256})"|([^\s'"|;&()<>]{1,256}))`;
const TRANSLATED = new RegExp(String.raw`\btr\s+(?:-d\s+${WORD}|${WORD}\s+${WORD})`, 'g');
const EDITED = /\bsed\s[^\n|;&]{0,40}?\bs([/|#,:@])((?:(?!\1)[^\n\\]){1,64})\1((?:(?!\1)[^\n\\]){0,64})\1/g;
const EXPANDED = /\$\{\w{1,64}\/\/?([^/}\n]{1,64})\/([^}\n]{0,64})\}/g;
const LOWERED = /\$\{\w{1,64},,?\}/;
const CHANGES = /\btr\s|\bsed\s|\$\{\w{1,64}[/,]/;
const MAX_CHANGES = 8;
const MAX_WORD_LENGTH = 1024;
const NO_CHANGES: readonly TextTransform[] = [];

// The last result is kept, because one text can contain thousands of commands.
let last: { readonly text: string; readonly changes: readonly TextTransform[] } | undefined;

/** Returns the transformations that shell text applies to printed text and to variables. */
function transformsIn(text: string): readonly TextTransform[] {
  if (last?.text !== text)
    last = { text, changes: CHANGES.test(text) ? findTransforms(text).slice(0, MAX_CHANGES) : NO_CHANGES };
  return last.changes;
}

function findTransforms(text: string): TextTransform[] {
  const letters = [...text.matchAll(TRANSLATED)].map(([, d1, d2, d3, a1, a2, a3, b1, b2, b3]) =>
    d1 === undefined && d2 === undefined && d3 === undefined
      ? translateCharacters(a1 ?? a2 ?? a3 ?? '', b1 ?? b2 ?? b3 ?? '')
      : translateCharacters(d1 ?? d2 ?? d3 ?? '', ''),
  );
  const parts = [...text.matchAll(EDITED)].map(([, , from = '', to = '']) => replaceText(from, to));
  const expanded = [...text.matchAll(EXPANDED)].map(([, from = '', to = '']) => replaceText(from, to));
  return [
    ...letters,
    ...parts,
    ...expanded,
    ...(LOWERED.test(text) ? [(one: string) => one.toLowerCase()] : []),
  ];
}

/** Returns the results of each transformation of a text, and of all transformations in sequence. */
export function transformedWords(words: readonly string[], text: string): readonly string[] {
  const changes = words.length === 0 ? NO_CHANGES : transformsIn(text);
  if (changes.length === 0) return NO_WORDS;
  return words
    .filter(({ length }) => length <= MAX_WORD_LENGTH)
    .flatMap((word) => {
      const each = changes.map((change) => change(word));
      const all = changes.reduce((before, change) => change(before), word);
      return [...new Set([...each, all])].filter((changed) => changed !== word && changed !== '');
    });
}

const NO_WORDS: readonly string[] = [];
