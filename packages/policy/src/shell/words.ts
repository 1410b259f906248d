// Expands the words of shell text: removes quotes, expands braces, and substitutes variables that the same text sets.
import { type ShellWord, UNKNOWN_TEXT } from '../facts/commands/shell-syntax.js';
import type { Part, Word } from './syntax-nodes.js';
import type { Variables } from './variables.js';

const MAX_ALTERNATIVES = 64;

interface Piece {
  readonly text: string;
  readonly exact: boolean;
}

const BARE = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+~')
  BARE[character.charCodeAt(0)] = 1;
const QUOTED = BARE.slice();
for (const character of ' ;|&<>()#?*[]{}^') QUOTED[character.charCodeAt(0)] = 1;

/**
 * Returns the text of a word without expansions, unquoted or in one pair of quotes. Returns undefined for other
 * words.
 */
function plainText(text: string): string | undefined {
  const quote = text.charCodeAt(0);
  const quoted = (quote === 34 || quote === 39) && text.length > 1;
  const end = quoted ? text.length - 1 : text.length;
  if (quoted && text.charCodeAt(end) !== quote) return undefined;
  const plain = quoted ? QUOTED : BARE;
  for (let at = quoted ? 1 : 0; at < end; at += 1) if (plain[text.charCodeAt(at)] !== 1) return undefined;
  return quoted ? text.slice(1, end) : text;
}

/**
 * Adds the expansions of a word; for most words, this is the word itself. Returns true if the word contains no
 * substitution.
 */
export function addWords(word: Word, variables: Variables, into: ShellWord[]): boolean {
  const plain = plainText(word.text);
  if (plain !== undefined) into.push({ text: plain, exact: true });
  else for (const one of readWord(word, variables)) into.push(one);
  return plain !== undefined;
}

/** Returns the expansions of a word. There are several if braces or `$IFS` split the word. */
export function readWord(word: Word, variables: Variables): readonly ShellWord[] {
  const plain = plainText(word.text);
  if (plain !== undefined) return [{ text: plain, exact: true }];
  const { parts } = word;
  if (parts === undefined) return [{ text: word.value, exact: true }];
  let alternatives: readonly Piece[] | undefined;
  for (const part of parts) {
    const pieces = readPart(part, variables);
    const next: readonly Piece[] =
      alternatives === undefined
        ? pieces
        : alternatives.flatMap((left) =>
            pieces.map((right) => ({ text: left.text + right.text, exact: left.exact && right.exact })),
          );
    alternatives =
      next.length > MAX_ALTERNATIVES
        ? next.slice(0, MAX_ALTERNATIVES).map(({ text }) => ({ text, exact: false }))
        : next;
  }
  return split(alternatives ?? [{ text: '', exact: true }]);
}

// Splits at `$IFS`, which is a common way to write a command without spaces.
function split(pieces: readonly Piece[]): readonly ShellWord[] {
  if (!pieces.some(({ text }) => text.includes('\u0001'))) return pieces;
  return pieces.flatMap(({ text, exact }) =>
    text.includes('\u0001')
      ? text
          .split('\u0001')
          .filter((part) => part !== '')
          .map((part) => ({ text: part, exact }))
      : [{ text, exact }],
  );
}

function readPart(part: Part, variables: Variables): Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ text: String(part.value ?? ''), exact: true }];
    case 'DoubleQuoted':
    case 'LocaleString': {
      const pieces = (part.parts ?? []).map(
        (child) => readPart(child, variables)[0] ?? { text: UNKNOWN_TEXT, exact: false },
      );
      return [{ text: pieces.map(({ text }) => text).join(''), exact: pieces.every(({ exact }) => exact) }];
    }
    case 'SimpleExpansion':
      return [expand((part.text ?? '').slice(1), part.text ?? '', variables)];
    case 'ParameterExpansion':
      return expandParameter(part, variables);
    case 'BraceExpansion':
      return expandBraces(part.text ?? '');
    case 'Glob':
    case 'ExtendedGlob':
      return [{ text: part.text ?? '', exact: false }];
    default:
      return [{ text: UNKNOWN_TEXT, exact: false }];
  }
}

function expand(name: string, written: string, variables: Variables): Piece {
  const known = variables.get(name);
  if (known !== undefined) return known;
  if (name === 'IFS') return { text: '\u0001', exact: true };
  if (name === 'HOME') return { text: '$HOME', exact: true };
  if (name === 'PWD') return { text: '.', exact: true };
  return { text: written, exact: false };
}

function expandParameter(part: Part, variables: Variables): Piece[] {
  const name = part.parameter ?? '';
  const { operation } = part;
  if (operation === undefined && part.prefix === undefined) return [expand(name, part.text ?? '', variables)];
  // `${X:-/etc/shadow}` is the default value of an unset variable. `${IFS:0:1}` is a separator as well.
  if (name === 'IFS') return [{ text: '\u0001', exact: true }];
  const spare =
    operation?.type === 'Default' && operation.operand !== undefined
      ? readWord(operation.operand, variables)
      : [];
  const value = variables.get(name);
  const pieces = [...(value === undefined ? [] : [value]), ...spare].map(({ text }) => ({
    text,
    exact: false,
  }));
  return pieces.length === 0 ? [{ text: part.text ?? '', exact: false }] : pieces;
}

function expandBraces(text: string): Piece[] {
  const inner = text.slice(1, -1);
  const range = /^(-?\d{1,3})\.\.(-?\d{1,3})$|^([a-zA-Z])\.\.([a-zA-Z])$/.exec(inner);
  if (range !== null || !inner.includes(',') || /[{}$`*?[\\'"]/.test(inner)) {
    const plain = inner.replaceAll(/[{}\\'"]/g, '').split(',');
    return plain.slice(0, MAX_ALTERNATIVES).map((one) => ({ text: one, exact: false }));
  }
  return inner
    .split(',')
    .slice(0, MAX_ALTERNATIVES)
    .map((one) => ({ text: one, exact: true }));
}
