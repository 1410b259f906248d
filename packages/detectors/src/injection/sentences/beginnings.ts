// What a phrase can begin with, read from the source of its pattern: where none of that stands, it need not be tried.

/** How many letters of it are told. */
export const width = 2;

/** The first letters of every match of a source that begins with words; `undefined` when they cannot be told. */
export function beginningsOf(source: string): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  return collect(source, '', found) ? found : undefined;
}

/** Adds everything that `begun` and a match of the source begin with; whether that can be told. */
function collect(source: string, begun: string, found: Set<string>): boolean {
  if (begun.length === width) {
    found.add(begun);
    return true;
  }
  const alternatives = alternativesOf(source);
  if (alternatives.length > 1) return alternatives.every((one) => collect(one, begun, found));
  const end = source.startsWith('(?:') ? endOfGroup(source) : 1;
  if (end === 1 && !/^[a-z ']/.test(source)) return false;
  const isOptional = source[end] === '?';
  // What may come several times may follow itself.
  if (/^[*+{]/.test(source.slice(end))) return false;
  const rest = source.slice(isOptional ? end + 1 : end);
  if (isOptional && !collect(rest, begun, found)) return false;
  return end === 1
    ? collect(rest, begun + source.charAt(0), found)
    : alternativesOf(source.slice(3, end - 1)).every((one) => collect(one + rest, begun, found));
}

function endOfGroup(source: string): number {
  let depth = 0;
  for (const { at, sign } of signsOf(source)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

/** The alternatives of a source, those inside of groups left alone. */
export function alternativesOf(source: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, sign } of signsOf(source)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) {
      found.push(source.slice(start, at));
      start = at + 1;
    }
  }
  found.push(source.slice(start));
  return found;
}

/** The signs of a source that are neither escaped nor in a class. */
function* signsOf(source: string): Generator<{ readonly at: number; readonly sign: string }> {
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] as string;
    if (sign === '\\') at += 1;
    else if (isInClass) isInClass = sign !== ']';
    else if (sign === '[') isInClass = true;
    else yield { at, sign };
  }
}
