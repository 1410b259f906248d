// Finds system folders that code only compares with other paths: `if path.startswith('/etc')`. Such a check
// usually protects a path, so it does not mean that the code accesses the path.

const FOLDER = /(?<![\w./~-])\/(?:etc|usr|s?bin|lib(?:32|64)?|boot|System)\/?(?![\w./-])/g;

// Text before and after a quoted string that is compared. A list after `in` does not match, because a loop
// could iterate over it.
const BEFORE = /(?:[!=]==?|\.(?:starts?|ends?)_?with\??\s*\()\s*$/i;
const BEHIND = /^\s*(?:[!=]==?|(?:not\s+)?in\s)/;
const MAX_BEFORE_LENGTH = 40;

/** Code that may change the meaning of a comparison. */
const REDEFINES =
  /(?:def|function)\s{1,20}\w{0,40}with\b|with\w{0,40}['"\]]{0,4}\s{0,20}[=:](?!=)|__\w{1,60}__|prototype|setattr|definePropert|Proxy|\bas\s{1,20}\w{0,40}with\b/i;

/** Returns the system folders that the code uses only in comparisons. */
export function pathsOnlyCompared(code: string): ReadonlySet<string> {
  const compared = new Set<string>();
  const used = new Set<string>();
  for (const { 0: folder, index } of code.matchAll(FOLDER))
    (isCompared(code, index, index + folder.length) ? compared : used).add(folder);
  if (compared.size === 0 || REDEFINES.test(code)) return NONE;
  for (const folder of used) compared.delete(folder);
  return compared;
}

const NONE: ReadonlySet<string> = new Set();

function isCompared(code: string, start: number, end: number): boolean {
  const quote = code.charAt(start - 1);
  if (!/['"]/.test(quote) || code.charAt(end) !== quote) return false;
  const before = code.slice(Math.max(0, start - 1 - MAX_BEFORE_LENGTH), start - 1);
  return BEFORE.test(before) || BEHIND.test(code.slice(end + 1, end + 20));
}
