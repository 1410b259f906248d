// Distinguishes possible secrets from placeholders, based only on the value.

const FILLER = /x{8}|X{8}|\*{3}|\.{3}|…|#{6}|0{16}|<[^>]{0,40}>|_{6}|-{6}/;
const TEMPLATE = /^(?:\$|%[sdv({A-Z]|[{<[]|#\{|@)|\$\{|\{\{|\}\}|<%|\$\(/;
const PLACEHOLDER_TERMS =
  /your|example|placeholder|change[_-]?(?:me|it|this)|insert|replace|dummy|redacted|masked|sample|todo|fake|hidden|enter[_-]|(?:^|[_-])my[_-]?(?:secret|pass|token|api|key)|(?:secret|password|token|key)[_-]?(?:here|value|name|goes)|not[_-]?a[_-]?real|undefined|null|none$|process\.env|os\.environ|getenv|secrets\.|string$|required|optional/i;

const PLACEHOLDER_WORDS = /placeholder|(?:string|token|key)here$/i;

/** Tests for a text that was typed by hand: one repeated letter, or a word. */
export function isHandWritten(text: string): boolean {
  return PLACEHOLDER_WORDS.test(text) || entropy(text) < 2;
}

/** Tests for fillers in place of the random part of a key: `xxxxxxxx`, `****`, `...`. */
export function isFiller(text: string): boolean {
  return FILLER.test(text);
}

/** Tests for templates, variables, dictionary words and fillers: `${TOKEN}`, `<token>`, `your-api-key`. */
export function isPlaceholder(value: string): boolean {
  return (
    TEMPLATE.test(value) || FILLER.test(value) || PLACEHOLDER_TERMS.test(value) || hasFewCharacters(value)
  );
}

// The counts of characters. Non-ASCII letters are rare in keys and share their entries with other characters, which
// is sufficiently precise.
const counts = new Uint32Array(128);

/**
 * For each length of a text: the contribution to the entropy of a character that occurs `count` times. The table is
 * cached, because computing the logarithms would take most of the time.
 */
const shares: (Float64Array | undefined)[] = [];
const maxShareLength = 256;

function sharesOf(length: number): Float64Array {
  let known = shares[length];
  if (known === undefined) {
    known = Float64Array.from({ length: length + 1 }, (_, count) => bitsOf(count, length));
    shares[length] = known;
  }
  return known;
}

const bitsOf = (count: number, length: number): number =>
  count === 0 ? 0 : (count / length) * Math.log2(count / length);

/** Returns the Shannon entropy in bits per character. */
export function entropy(text: string): number {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const place = text.charCodeAt(index) & 127;
    counts[place] = (counts[place] as number) + 1;
  }
  const known = length <= maxShareLength ? sharesOf(length) : undefined;
  let bits = 0;
  for (let index = 0; index < length; index += 1) {
    const place = text.charCodeAt(index) & 127;
    const count = counts[place] as number;
    if (count === 0) continue;
    bits -= known === undefined ? bitsOf(count, length) : (known[count] as number);
    counts[place] = 0;
  }
  return bits;
}

/** Returns the number of different character classes: lower case, upper case, digits, other characters. */
export function characterClasses(text: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
}

/** Tests whether the text has fewer than four different characters. */
function hasFewCharacters(text: string): boolean {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === first || unit === second || unit === third) continue;
    if (first === 0) first = unit;
    else if (second === 0) second = unit;
    else if (third === 0) third = unit;
    else return false;
  }
  return true;
}
