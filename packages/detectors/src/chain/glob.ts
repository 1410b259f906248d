// Names with the wildcards of a shell, as far as one must know them to see what they could mean.

/** Whether a shell would look for names that fit. */
export const hasWildcard = (name: string): boolean => /[*?[]/.test(name);

/** Wildcards of a shell, in time linear in both: a class of characters counts as any one character. */
export function isLike(glob: string, name: string): boolean {
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

/** `[a-z]` as `?`. */
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
