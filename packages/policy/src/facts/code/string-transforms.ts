// Applies transformations in code to its string literals: replacements (`'/xyz/shadow'.replace('xyz',
// 'etc')`), translated letters (`.tr('a-z', 'n-za-m')`), and character codes (`bytes([47, 101, 116, 99])`).
// Nothing is executed; only transformations with literal arguments are applied.
import { replaceText, translateCharacters } from './text-transform.js';

/** The maximum number of transformations that are applied. Ordinary code has fewer. */
export const MAX_TRANSFORMED = 200;

const QUOTED = String.raw`[a-zA-Z]{0,2}(?:'([^'\n]{0,256})'|"([^"\n]{0,256})")`;
const PAIR = String.raw`\s*(?:${QUOTED}|/([^/\n]{1,64})/[a-z]{0,3})\s*,\s*${QUOTED}\s*`;
// Matches method calls: `.replace('x', 'y')`, `.gsub(/x/, 'y')`, `.tr('a-z', 'n-za-m')`,
// `.translate(str.maketrans('ab', 'cd'))`.
const CALL = new RegExp(
  String.raw`\s*\.(replace|replaceAll|gsub|sub|tr|translate\(\s*(?:str|bytes)\.maketrans)\(${PAIR}(?:,\s*\w{1,8}\s*)?\){1,2}`,
  'y',
);
const RECEIVER = new RegExp(
  String.raw`(?:${QUOTED}|\b([A-Za-z_$][\w$]{0,63}))(?=\s*\.(?:replace|gsub|sub|tr)\b|\s*\.replaceAll|\s*\.translate)`,
  'g',
);
const ASSIGNED = new RegExp(String.raw`([A-Za-z_$][\w$]{0,63})\s{0,4}=\s{0,4}${QUOTED}`, 'g');
// Matches function calls: `str_replace('x', 'y', '/x/shadow')`, `re.sub('x', 'y', '/x/shadow')`.
const FUNCTION = new RegExp(
  String.raw`\b(?:(strtr)|str_replace|preg_replace|re\.sub)\(${PAIR},\s*${QUOTED}`,
  'g',
);

/**
 * Applies the transformations in the code to its strings. The result is incomplete if there are more than
 * `MAX_TRANSFORMED` strings.
 */
export function transformedStrings(code: string): readonly string[] {
  if (!/replace|gsub|\bsub\b|\btr\b|strtr|maketrans/.test(code)) return stringsFromCharCodes(code);
  const found: string[] = [];
  const names = new Map([...code.matchAll(ASSIGNED)].map(([, name = '', a, b]) => [name, a ?? b ?? '']));
  for (const { 0: receiver, 1: a, 2: b, 3: name = '', index } of code.matchAll(RECEIVER)) {
    let text = a ?? b ?? names.get(name);
    CALL.lastIndex = index + receiver.length;
    for (let call = CALL.exec(code); call !== null && text !== undefined; call = CALL.exec(code)) {
      const [, how = '', from1, from2, from3, to1, to2] = call;
      const change = /^tr/.test(how) ? translateCharacters : replaceText;
      text = change(from1 ?? from2 ?? from3 ?? '', to1 ?? to2 ?? '')(text);
      found.push(text);
      if (found.length > MAX_TRANSFORMED) return found;
    }
  }
  for (const [, letters, from1, from2, from3, to1, to2, a, b] of code.matchAll(FUNCTION)) {
    const [from, to] = [from1 ?? from2 ?? from3 ?? '', to1 ?? to2 ?? ''];
    const change =
      letters === undefined
        ? replaceText(from.replace(/^\/(.*)\/$/, '$1'), to)
        : translateCharacters(from, to);
    found.push(change(a ?? b ?? ''));
    if (found.length > MAX_TRANSFORMED) return found;
  }
  return [...found, ...stringsFromCharCodes(code)];
}

const NUMBER = String.raw`(?:0x[0-9a-fA-F]{2}|\d{2,3})`;
const NUMBERS = new RegExp(String.raw`[[(]\s*(${NUMBER}(?:\s*,\s*${NUMBER}){3,255})\s*,?\s*[\])]`, 'g');

const SLASH = 47;

/** Returns the strings that the code contains as lists of character codes. */
function stringsFromCharCodes(code: string): string[] {
  const texts: string[] = [];
  for (const [, list = ''] of code.matchAll(NUMBERS)) {
    const numbers = list.split(',').map(Number);
    // A list without the code of a slash is not a path.
    if (!numbers.includes(SLASH) || !numbers.every((number) => number >= 32 && number < 127)) continue;
    texts.push(String.fromCharCode(...numbers));
    if (texts.length > MAX_TRANSFORMED) break;
  }
  return texts;
}
