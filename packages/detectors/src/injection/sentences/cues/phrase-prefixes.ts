// Determines the letters that the matches of a regular expression can begin with, so that the expression is tried
// only at these letters.

/** The number of letters in a prefix. */
export const prefixLength = 2;

/**
 * Returns the first letters of all matches of an expression, or `undefined` if the expression does not begin with
 * words.
 */
export function prefixesOf(source: string): ReadonlySet<string> | undefined {
  const prefixes = new Set<string>();
  return collectPrefixes(source, '', prefixes) ? prefixes : undefined;
}

/** Adds the first letters of `prefix` followed by a match. Returns true if these letters are known. */
function collectPrefixes(source: string, prefix: string, prefixes: Set<string>): boolean {
  if (prefix.length === prefixLength) {
    prefixes.add(prefix);
    return true;
  }
  const alternatives = alternativesOf(source);
  if (alternatives.length > 1) return alternatives.every((one) => collectPrefixes(one, prefix, prefixes));
  const end = source.startsWith('(?:') ? endOfGroup(source) : 1;
  if (end === 1 && !/^[a-z ']/.test(source)) return false;
  const isOptional = source[end] === '?';
  // A repeated part may follow itself. This is not supported.
  if (/^[*+{]/.test(source.slice(end))) return false;
  const rest = source.slice(isOptional ? end + 1 : end);
  if (isOptional && !collectPrefixes(rest, prefix, prefixes)) return false;
  return end === 1
    ? collectPrefixes(rest, prefix + source.charAt(0), prefixes)
    : alternativesOf(source.slice(3, end - 1)).every((one) => collectPrefixes(one + rest, prefix, prefixes));
}

function endOfGroup(source: string): number {
  let depth = 0;
  for (const { at, operator } of operatorsOf(source)) {
    if (operator === '(') depth += 1;
    else if (operator === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

/** Returns the top-level alternatives of an expression. */
export function alternativesOf(source: string): readonly string[] {
  const prefixes: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, operator } of operatorsOf(source)) {
    if (operator === '(') depth += 1;
    else if (operator === ')') depth -= 1;
    else if (operator === '|' && depth === 0) {
      prefixes.push(source.slice(start, at));
      start = at + 1;
    }
  }
  prefixes.push(source.slice(start));
  return prefixes;
}

/** Returns the characters of an expression that are neither escaped nor in a character class. */
function* operatorsOf(source: string): Generator<{ readonly at: number; readonly operator: string }> {
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const operator = source[at] as string;
    if (operator === '\\') at += 1;
    else if (isInClass) isInClass = operator !== ']';
    else if (operator === '[') isInClass = true;
    else yield { at, operator };
  }
}
