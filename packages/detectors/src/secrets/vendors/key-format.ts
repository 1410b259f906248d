// Defines the parts of key formats. A format is a sequence of fixed texts and parts such as `hex(40)`. Each part has
// a pattern and an invented example, so that a sample can be created for each row of a table.

/** One part of a key format. */
export interface FormatPart {
  readonly source: string;
  readonly example: string;
  /** Fixed texts that can be used as literals. */
  readonly literals: readonly string[];
  /** True if the part is one of these texts, or begins with one of them. */
  readonly isFixed?: boolean;
  /** The length of the part, if it is constant. */
  readonly length?: number;
  /** The minimum length of a part that consists of letters, digits and `_.+/=~%$:-`. */
  readonly least?: number;
  /**
   * The characters of a variable part. A key that begins with such a character cannot start inside a run of these
   * characters.
   */
  readonly symbols?: string;
  /** True if more of the same characters may follow, so that no boundary can be required after the part. */
  readonly open?: boolean;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** Letters and digits in upper or lower case. */
export const alnum = characterSet('A-Za-z0-9', LOWER + DIGITS + UPPER);
/** Letters, digits, `_` and `-`: the alphabet of base64url. */
export const word = characterSet('A-Za-z0-9_-', LOWER + DIGITS + UPPER);
/** Letters, digits, `_`, `-`, `=` and `.`. */
export const loose = characterSet('A-Za-z0-9_=.-', LOWER + DIGITS + UPPER);
/** Letters only. */
export const letters = characterSet('A-Za-z', LOWER + UPPER);
/** Lower-case letters and digits. */
export const lower = characterSet('a-z0-9', LOWER + DIGITS);
/** Upper-case letters and digits. */
export const upper = characterSet('A-Z0-9', UPPER + DIGITS);
/** The alphabet of base32. */
export const base32 = characterSet('A-Z2-7', UPPER + DIGITS.slice(2, 8));
/** The alphabet of base64; padding is separate. */
export const base64 = characterSet('A-Za-z0-9+/', LOWER + UPPER + DIGITS);
/** Hexadecimal digits in upper or lower case. */
export const hex = characterSet('A-Fa-f0-9', `${DIGITS}abcdef`);
/** Decimal digits. */
export const digits = characterSet('0-9', DIGITS);

/** A UUID in upper or lower case. */
export const uuid: FormatPart = {
  source: '[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{12}',
  example: '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
  literals: [],
  length: 36,
  least: 36,
};

const keyText = /^[A-Za-z0-9_.+/=~%$:-]+$/;

/** Creates a part for a fixed text. */
function fixed(text: string): FormatPart {
  return {
    source: escapeText(text),
    example: text,
    literals: [text.toLowerCase()],
    isFixed: true,
    length: text.length,
    ...(keyText.test(text) && { least: text.length }),
  };
}

/** Creates a part for one of several fixed texts. */
export function oneOf(...texts: readonly string[]): FormatPart {
  return {
    source: `(?:${texts.map(escapeText).join('|')})`,
    example: texts[0] ?? '',
    literals: texts.map((text) => text.toLowerCase()),
    isFixed: true,
    ...(texts.every((text) => keyText.test(text)) && {
      least: Math.min(...texts.map(({ length }) => length)),
    }),
    ...(texts.every(({ length }) => length === texts[0]?.length) ? { length: texts[0]?.length ?? 0 } : {}),
  };
}

/** Creates an optional part. */
export function optional(...parts: readonly (FormatPart | string)[]): FormatPart {
  const all = parts.map(toFormatPart);
  return { source: `(?:${all.map(({ source }) => source).join('')})?`, example: '', literals: [] };
}

/** Creates a part from a pattern that the other parts cannot express. */
export function raw(source: string, example: string, literals: readonly string[] = []): FormatPart {
  return { source, example, literals, isFixed: beginsWithLiteral(source, literals) };
}

/** Tests whether every match of the source begins with a literal. */
function beginsWithLiteral(source: string, literals: readonly string[]): boolean {
  const plain = source.replace(/\\([.$/|[\]()-])/g, '$1').toLowerCase();
  const hasChoice = source
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\\./g, '')
    .includes('|');
  return literals.length === 1 && !hasChoice && plain.startsWith(literals[0] ?? '');
}

/** Converts a text to a fixed part. */
export function toFormatPart(piece: FormatPart | string): FormatPart {
  return typeof piece === 'string' ? fixed(piece) : piece;
}

/**
 * Returns a function that creates parts of `count` characters, of `count` to `most` characters, or of at least
 * `count` characters if `most` is Infinity.
 */
function characterSet(characters: string, alphabet: string) {
  return (count: number, most = count): FormatPart => {
    const open = most === Number.POSITIVE_INFINITY;
    const times = most === count ? `{${count}}` : `{${count},${open ? '' : most}}`;
    return {
      source: `[${characters}]${times}`,
      get example() {
        return exampleText(alphabet, count);
      },
      literals: [],
      least: count,
      symbols: characters.replace(/[A-Za-z0-9]-[A-Za-z0-9]/g, ''),
      open,
      ...(most === count ? { length: count } : {}),
    };
  };
}

/**
 * Returns an invented text that resembles the random part of a key: a fixed sequence of characters from the alphabet.
 */
function exampleText(alphabet: string, count: number): string {
  let state = 17 + count;
  let text = '';
  while (text.length < count) {
    state = (state * 1103 + 12_345) % 65_521;
    text += alphabet[state % alphabet.length];
  }
  return text;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
