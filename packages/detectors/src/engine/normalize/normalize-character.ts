// Normalizes a UTF-16 unit or surrogate pair: accents of Latin letters are removed, compatibility forms
// become plain letters, and invisible characters are removed. Case is preserved, because secrets are
// case-sensitive.

const spaces =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u2800\u3000\u2028\u2029\u0085';
const marks = 'ʼ‘’‚‛′＇`´“”„‟″«»‹›‐‑‒–—―−﹣。｡⁄∕ıłŁøØđĐßæÆœŒþðɡɑɩʀꜰꜱᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘᴛᴜᴠᴡʏᴢ';
const plain = [
  ...["'", "'", "'", "'", "'", "'", "'", '`', "'", '"', '"', '"', '"', '"', '"', '"', '"', '"'],
  ...['-', '-', '-', '-', '-', '-', '-', '-', '.', '.', '/', '/'],
  ...[
    'i',
    'l',
    'L',
    'o',
    'O',
    'd',
    'D',
    'ss',
    'ae',
    'AE',
    'oe',
    'OE',
    'th',
    'd',
    'g',
    'a',
    'i',
    'r',
    'f',
    's',
  ],
  ...'abcdeghijklmnoptuvwyz',
];

/**
 * Arabic is written with and without these marks, and Persian has separate code points for two of the
 * letters.
 */
const arabic: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', أ: 'ا', إ: 'ا', آ: 'ا', ة: 'ه' };

const special = new Map<number, string>([
  ...[...spaces].map((space) => [space.charCodeAt(0), ' '] as const),
  ...[...marks].map((mark, index) => [mark.charCodeAt(0), plain[index] ?? ''] as const),
  ...Object.entries(arabic).map(([letter, folded]) => [letter.charCodeAt(0), folded] as const),
]);

/**
 * Tests for invisible characters: zero-width characters, bidirectional controls, soft hyphens, fillers,
 * variation selectors.
 */
export const isInvisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x34f ||
  code === 0x61c ||
  code === 0x115f ||
  code === 0x1160 ||
  code === 0x17b4 ||
  code === 0x17b5 ||
  (code >= 0x180b && code <= 0x180f) ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0x3164 ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff ||
  code === 0xffa0;

/** Tests whether a non-ASCII unit is invisible or is normalized to a space. */
export const isInvisibleOrSpace = (code: number): boolean => isInvisible(code) || special.get(code) === ' ';

const isMark = (code: number): boolean =>
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x64b && code <= 0x652) ||
  code === 0x640 ||
  code === 0x670 ||
  (code >= 0x20d0 && code <= 0x20f0);

const isLatin = (code: number): boolean =>
  (code >= 0xc0 && code <= 0x24f) || (code >= 0x1e00 && code <= 0x1eff);

/** The character that replaces invalid UTF-8. Some clients remove it. */
const REPLACEMENT = 0xfffd;

/** Returns the normalized form of a unit that is not a surrogate. */
export function normalizeUnit(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  if (isInvisible(code) || isMark(code) || code === REPLACEMENT) return '';
  const known = special.get(code);
  if (known !== undefined) return known;
  const form = String.fromCharCode(code).normalize('NFKC');
  return isLatin(form.charCodeAt(0)) ? form.normalize('NFKD').replace(/[\u0300-\u036f]/g, '') : form;
}

/**
 * Returns the normalized form of a supplementary character. Tag characters become the ASCII characters that
 * they encode.
 */
export function normalizeSupplementary(code: number): string {
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000);
  if (code >= 0xe0000 && code <= 0xe0fff) return '';
  if (code >= 0x1f150 && code <= 0x1f169) return String.fromCharCode(code - 0x1f150 + 65);
  if (code >= 0x1f170 && code <= 0x1f189) return String.fromCharCode(code - 0x1f170 + 65);
  const form = String.fromCodePoint(code);
  return (code >= 0x1d400 && code <= 0x1d7ff) || (code >= 0x1f100 && code <= 0x1f14f)
    ? form.normalize('NFKC')
    : form;
}
