// Expands braces as shells do: `{a,b}`, `{a..c}`, `{1..9..2}`, and braces inside braces.

const MAX_ALTERNATIVES = 64;
const RANGE = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d{1,9}))?$/;
/** Text that can stand for every longer list. A wildcard does not match the dot of a hidden name. */
const ANY: readonly string[] = ['*', '.*'];
const MAX_DEPTH = 8;

/** The alternatives, and whether the shell leaves them unchanged. */
export interface Alternatives {
  readonly texts: readonly string[];
  readonly exact: boolean;
}

/** Returns the alternatives of text in one pair of braces. */
export function expandBraces(text: string): Alternatives {
  const texts = expandGroup(text.slice(1, -1), 0);
  if (texts.length > MAX_ALTERNATIVES) return { texts: ANY, exact: false };
  return { texts: texts.map(withoutQuotes), exact: !/[{}$`*?[\\'"]/.test(text.slice(1, -1)) };
}

function expandGroup(inner: string, depth: number): readonly string[] {
  const range = RANGE.exec(inner);
  if (range !== null) return expandRange(range);
  const items = splitAtCommas(inner);
  if (items.length === 1 || depth > MAX_DEPTH) return [inner.replaceAll(/[{}]/g, '')];
  const texts: string[] = [];
  for (const item of items) {
    texts.push(...expandItem(item, depth + 1));
    if (texts.length > MAX_ALTERNATIVES) break;
  }
  return texts;
}

/** Expands the groups inside an item: `en{v,x}`. */
function expandItem(item: string, depth: number): readonly string[] {
  const open = item.indexOf('{');
  const close = open === -1 ? -1 : closingBrace(item, open);
  if (close === -1) return [item];
  const before = item.slice(0, open);
  const groups = expandGroup(item.slice(open + 1, close), depth);
  const rests = expandItem(item.slice(close + 1), depth);
  return groups.length * rests.length > MAX_ALTERNATIVES
    ? ANY.map((any) => before + any)
    : groups.flatMap((group) => rests.map((rest) => before + group + rest));
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function splitAtCommas(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  items.push(text.slice(start));
  return items;
}

function expandRange([, from, to, first, last, step]: RegExpExecArray): readonly string[] {
  const isNumber = from !== undefined;
  const start = isNumber ? Number(from) : (first ?? '').charCodeAt(0);
  const end = isNumber ? Number(to) : (last ?? '').charCodeAt(0);
  const by = Math.max(1, Math.abs(Number(step ?? 1)));
  const width = isNumber && /^-?0\d/.test(`${from}`) ? `${from}`.length : 0;
  const texts: string[] = [];
  const count = Math.floor(Math.abs(end - start) / by) + 1;
  for (let index = 0; index < count && index <= MAX_ALTERNATIVES; index += 1) {
    const value = start + (end < start ? -by : by) * index;
    texts.push(isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value));
  }
  return texts;
}

const withoutQuotes = (text: string): string => text.replaceAll(/[\\'"]/g, '');

/** Returns the alternatives of an extended pattern such as `@(a|b)`. Other operators can match any text. */
export function expandPattern(operator: string, pattern: string): readonly string[] {
  const items = pattern.split('|');
  // `!(a|b)` matches other names, like a star.
  if (operator === '!') return ['*'];
  if (items.length > MAX_ALTERNATIVES || /[()]/.test(pattern)) return ANY;
  const texts = operator === '?' || operator === '*' ? ['', ...items] : items;
  return operator === '+' || operator === '*' ? [...texts, ...items.map((item) => `${item}*`)] : texts;
}
