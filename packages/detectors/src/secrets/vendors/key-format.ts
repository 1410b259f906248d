// Building blocks for key formats: a format is a sequence of fixed texts and parts such as `hex(40)`. Each part has
// a pattern and an invented example, so that a table row is also its own sample.

/** One piece of a key's format. */
export interface FormatPart {
  readonly source: string;
  readonly example: string;
  /** Fixed texts that can be used as literals. */
  readonly literals: readonly string[];
  /** True if the part is one of these texts, or begins with one. */
  readonly isFixed?: boolean;
  /** The length of the part, if constant. */
  readonly length?: number;
  /** The shortest length of a part that consists of letters, digits and `_.+/=~%$:-`. */
  readonly least?: number;
  /** The characters of a variable part: a key that starts with one cannot start inside a run of them. */
  readonly symbols?: string;
  /** True if more of the same characters may follow, so that no boundary can be required after it. */
  readonly open?: boolean;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** Letters and digits of either case. */
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
/** Hexadecimal digits of either case. */
export const hex = characterSet('A-Fa-f0-9', `${DIGITS}abcdef`);
/** Decimal digits. */
export const digits = characterSet('0-9', DIGITS);

/** A UUID of either case. */
export const uuid: FormatPart = {
  source: '[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{12}',
  example: '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
  literals: [],
  length: 36,
  least: 36,
};

const keyText = /^[A-Za-z0-9_.+/=~%$:-]+$/;

/** A fixed text. */
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

/** One of several fixed texts. */
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

/** An optional part. */
export function optional(...parts: readonly (FormatPart | string)[]): FormatPart {
  const all = parts.map(toFormatPart);
  return { source: `(?:${all.map(({ source }) => source).join('')})?`, example: '', literals: [] };
}

/** A pattern that none of the other parts expresses. */
export function raw(source: string, example: string, literals: readonly string[] = []): FormatPart {
  return { source, example, literals, isFixed: beginsWithLiteral(source, literals) };
}

/** True if everything that the source matches begins with the literal. */
function beginsWithLiteral(source: string, literals: readonly string[]): boolean {
  const plain = source.replace(/\\([.$/|[\]()-])/g, '$1').toLowerCase();
  const hasChoice = source
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\\./g, '')
    .includes('|');
  return literals.length === 1 && !hasChoice && plain.startsWith(literals[0] ?? '');
}

/** Converts a text into a fixed part. */
export function toFormatPart(piece: FormatPart | string): FormatPart {
  return typeof piece === 'string' ? fixed(piece) : piece;
}

/** `count` characters, or `count` to `most` of them, or at least `count` if `most` is Infinity. */
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

/** A body that resembles a key but is not real: a fixed walk through the alphabet. */
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
