// Decodes paths: percent escapes (nested, `%u`, overlong UTF-8), and characters that look like dots and slashes.

const HEX = /%u([0-9a-f]{4})|%([0-9a-f]{2})/gi;
const MAX_ROUNDS = 6;

export interface Decodings {
  readonly texts: readonly string[];
  /**
   * True if the text is still encoded after the last round or contains invalid UTF-8, so that decoders return
   * different results.
   */
  readonly unclear: boolean;
}

/** Returns the results of decoding once, twice, and so on, without the original text. */
export function decodings(text: string): Decodings {
  const texts: string[] = [];
  let current = text;
  let unclear = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!current.includes('%')) return { texts, unclear };
    if (NEVER_UTF8.test(current)) {
      unclear = true;
      // Many decoders drop an invalid byte.
      texts.push(decodeOnce(current.replace(STRAY_LEAD, '')));
    }
    const next = decodeOnce(current);
    if (next === current) return { texts, unclear };
    texts.push(next);
    current = next;
  }
  return { texts, unclear: true };
}

/** First bytes of overlong sequences, and bytes that are not valid in UTF-8. */
const NEVER_UTF8 = /%(?:c[01]|f[5-9a-f]|e0%[89]|f0%8)/i;
const STRAY_LEAD = /%(?:c[01]|e0|f[0-9a-f])(?:%80)*(?!%[0-9a-f]{2})/gi;

/** Tests for a percent sign that is not part of an escape. This matters only in `file:` URIs. */
export function hasBrokenEscape(text: string): boolean {
  return /%(?![0-9a-f]{2})/i.test(text);
}

// Adjacent escapes are decoded together as bytes, because one character may need several.
function decodeOnce(text: string): string {
  return text.replace(/(?:%u[0-9a-f]{4}|%[0-9a-f]{2})+/gi, (run) => {
    const bytes: number[] = [];
    let out = '';
    for (const [, wide, byte] of run.matchAll(HEX)) {
      if (byte !== undefined) bytes.push(Number.parseInt(byte, 16));
      else {
        out += decodeUtf8(bytes.splice(0)) + String.fromCharCode(Number.parseInt(wide ?? '0', 16));
      }
    }
    return out + decodeUtf8(bytes);
  });
}

// Decodes UTF-8, including overlong and invalid sequences, because a lenient decoder accepts them as well.
function decodeUtf8(bytes: readonly number[]): string {
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lengthAfter(lead);
    if (length === 1 || at + length > bytes.length) {
      out += String.fromCharCode(lead);
      at += 1;
      continue;
    }
    let code = lead & (0xff >> (length + 1));
    for (let index = 1; index < length; index += 1) code = (code << 6) | ((bytes[at + index] ?? 0) & 0x3f);
    out += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    at += length;
  }
  return out;
}

/**
 * The sequence length that a first byte indicates, including the sequences of up to six bytes in early
 * versions of UTF-8.
 */
const lengthAfter = (lead: number): number =>
  lead >= 0xfc ? 6 : lead >= 0xf8 ? 5 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;

const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u180f|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: tests whether the text is ASCII
const ASCII = /^[\u0000-\u007f]*$/;

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ...Array.from('․﹒．。｡·ꓸ٠۰܁܂', (dot) => [dot, '.'] as const),
  ...Array.from('⁄∕⧸⟋╱／〳', (slash) => [slash, '/'] as const),
  ...Array.from('∖⧵⧹﹨＼', (slash) => [slash, '\\'] as const),
  ['‥', '..'],
  ['…', '...'],
  ['︰', '..'],
  ['～', '~'],
  ['％', '%'],
]);

const FOLDABLE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}\\uff01-\\uff5e]`, 'gu');

/**
 * Replaces look-alikes of dots and slashes, converts full-width characters to narrow ones, and removes
 * invisible characters.
 */
export function foldLookAlikes(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(
      FOLDABLE,
      (found) => LOOK_ALIKES.get(found) ?? String.fromCharCode(found.charCodeAt(0) - 0xfee0),
    );
}

/**
 * Normalizes a name as a lenient server may do: compatibility forms, case, invisible characters, and
 * surrounding white space do not matter.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.trim().toLowerCase();
  return foldCase(name.normalize('NFKC').replace(INVISIBLE, '').trim()).normalize('NFKC');
}

/** Folds the case of a text. As in file systems, `ſ` equals `s` and the Kelvin sign equals `k`. */
export function foldCase(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.toUpperCase().toLowerCase();
}
