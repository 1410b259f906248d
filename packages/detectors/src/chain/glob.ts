// Matches file names against shell wildcards.

/** Tests whether a shell would expand the text. */
export const hasWildcard = (name: string): boolean => /[*?[]/.test(name);

/**
 * Tests whether a name matches. A character class matches any character. Names are short, so quadratic time is
 * acceptable.
 */
export function matchesGlob(glob: string, name: string): boolean {
  // A quick check: most names differ from the pattern in their first or last character.
  const [first = '', last = ''] = [glob[0], glob[glob.length - 1]];
  if (!'*?['.includes(first) && first !== name[0]) return false;
  if (!'*?]'.includes(last) && last !== name[name.length - 1]) return false;
  const pattern = withoutClasses(glob);
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = index;
    } else if (pattern[at] === '?' || pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Replaces each character class (`[a-z]`) by `?`. */
function withoutClasses(glob: string): string {
  let plain = '';
  let from = 0;
  for (let open = glob.indexOf('['); open !== -1; open = glob.indexOf('[', from)) {
    const close = glob.indexOf(']', open);
    if (close === -1) break;
    plain += `${glob.slice(from, open)}?`;
    from = close + 1;
  }
  return plain + glob.slice(from);
}
