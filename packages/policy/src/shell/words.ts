// Expands the words of shell text: removes quotes, expands braces, and substitutes variables that the same text sets.
import { type ShellWord, UNKNOWN_TEXT } from '../facts/commands/shell/shell-syntax.js';
import { expandBraces, expandPattern } from './brace-expansion.js';
import { applyOperation } from './parameter-operations.js';
import type { Part, Word } from './syntax-nodes.js';
import { elementOf, SEPARATOR, type Variables } from './variables.js';

const MAX_ALTERNATIVES = 64;

type Piece = ShellWord;

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
  else for (const one of readWord(word, variables, true)) into.push(one);
  return plain !== undefined;
}

/**
 * Returns the expansions of a word. There are several if braces, `$IFS` or the spaces in a variable split the word.
 * Assigned values and targets of redirections are not split.
 */
export function readWord(word: Word, variables: Variables, splits = false): readonly ShellWord[] {
  const plain = plainText(word.text);
  if (plain !== undefined) return [{ text: plain, exact: true }];
  const { parts } = word;
  if (parts === undefined) return [{ text: word.value, exact: true }];
  let alternatives: readonly Piece[] | undefined;
  for (const part of parts) {
    const read = readPart(part, variables);
    const pieces = splits && EXPANSION.test(part.type) ? read.map(separated) : read;
    alternatives = alternatives === undefined ? pieces : combine(alternatives, pieces);
  }
  const found = alternatives ?? [{ text: '', exact: true }];
  return splits ? split(found) : found.map(joined);
}

const EXPANSION = /^(?:SimpleExpansion|ParameterExpansion|CommandExpansion)$/;

/** Marks the spaces at which the shell splits an expansion without quotes. */
const separated = (piece: Piece): Piece =>
  /[ \t\n]/.test(piece.text) && piece.text !== UNKNOWN_TEXT && !piece.text.startsWith('${')
    ? { ...piece, text: piece.text.replaceAll(/[ \t\n]+/g, SEPARATOR) }
    : piece;

const joined = (piece: Piece): Piece =>
  piece.text.includes(SEPARATOR) ? { ...piece, text: piece.text.replaceAll(SEPARATOR, ' ') } : piece;

/** Joins every left text with every right text. If these are too many, a wildcard stands for the right texts. */
function combine(left: readonly Piece[], right: readonly Piece[]): readonly Piece[] {
  if (left.length * right.length <= MAX_ALTERNATIVES)
    return left.flatMap((one) => right.map((other) => join(one.text + other.text, [one, other])));
  return left.map((one) => ({ ...one, text: `${one.text}*`, exact: false }));
}

const join = (text: string, pieces: readonly Piece[]): Piece => ({
  text,
  exact: pieces.every(({ exact }) => exact),
  ...(pieces.some(({ computed }) => computed) ? { computed: true } : {}),
});

function split(pieces: readonly Piece[]): readonly ShellWord[] {
  if (!pieces.some(({ text }) => text.includes(SEPARATOR))) return pieces;
  return pieces.flatMap((piece) =>
    piece.text.includes(SEPARATOR)
      ? piece.text
          .split(SEPARATOR)
          .filter((part) => part !== '')
          .map((part) => ({ ...piece, text: part }))
      : [piece],
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
      return [join(pieces.map(({ text }) => text).join(''), pieces)];
    }
    case 'SimpleExpansion':
      return [expand((part.text ?? '').slice(1), part.text ?? '', variables)];
    case 'ParameterExpansion':
      return expandParameter(part, variables);
    case 'BraceExpansion':
      return braces(part.text ?? '');
    case 'ExtendedGlob':
      return expandPattern(part.operator ?? '', part.pattern ?? '').map((text) => ({ text, exact: false }));
    case 'Glob':
      return [{ text: part.text ?? '', exact: false }];
    case 'CommandExpansion':
      return [(part.script && variables.printed(part.script)) ?? { text: UNKNOWN_TEXT, exact: false }];
    default:
      return [{ text: UNKNOWN_TEXT, exact: false }];
  }
}

function braces(text: string): Piece[] {
  const { texts, exact } = expandBraces(text);
  return texts.map((one) => ({ text: one, exact }));
}

function expand(name: string, written: string, variables: Variables): Piece {
  const known = variables.get(name);
  if (known !== undefined) return known;
  if (name === 'IFS') return { text: SEPARATOR, exact: true };
  if (name === 'HOME') return { text: '$HOME', exact: true };
  if (name === 'PWD') return { text: '.', exact: true };
  return { text: written, exact: false };
}

function expandParameter(part: Part, variables: Variables): Piece[] {
  const { operation, index } = part;
  const name =
    index === undefined ? (part.parameter ?? '') : elementOf(part.parameter ?? '', String(index.value));
  if (operation === undefined && part.prefix === undefined) return [expand(name, part.text ?? '', variables)];
  // `${X:-/etc/shadow}` is the default value of an unset variable. `${IFS:0:1}` is a separator as well.
  if (name === 'IFS') return [{ text: SEPARATOR, exact: true }];
  const spare =
    operation?.type === 'Default' && operation.operand !== undefined
      ? readWord(operation.operand, variables)
      : [];
  const known = variables.get(name);
  const value = part.prefix === '!' && known !== undefined ? (variables.get(known.text) ?? known) : known;
  const computed = operation && value?.exact === true ? applyOperation(operation, value.text) : undefined;
  const values = [
    ...(computed === undefined ? [] : [computed]),
    ...(value === undefined ? [] : [value.text]),
    ...spare.map(({ text }) => text),
  ];
  if (values.length === 0) return [{ text: part.text ?? '', exact: false }];
  return [...new Set(values)].map((text) => ({ text, exact: false }));
}
