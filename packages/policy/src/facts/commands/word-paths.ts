// Finds the parts of a command word that may be paths.

export const isRooted = (path: string) => /^(?:[/~$\\]|[A-Za-z]:)/.test(path);

// Detects plain names (`src/index.ts`) and options without a value (`--short`) in one pass over the
// characters; most words are one of these. INVARIANT: for a plain name, `pathsOfWord` returns only the name
// itself; for such an option, it returns nothing.
export function shapeOfWord(word: string): 'name' | 'option' | undefined {
  const { length } = word;
  let start = 0;
  while (start < 2 && word.charCodeAt(start) === 45) start += 1;
  if (start === length) return undefined;
  for (let at = start; at < length; at += 1) {
    const code = word.charCodeAt(at);
    const plain =
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code === 95 && !(at === start && start > 0)) ||
      (code === 45 && at > start) ||
      ((code === 46 || code === 47) && start === 0) ||
      ((code === 126 || code === 32) && start === 0 && at > 0 && at < length - 1);
    if (!plain) return undefined;
  }
  return start === 0 ? 'name' : 'option';
}

// Returns the parts of a word that may be paths: `--file=/x`, `-I/x`, `if=/x`, `@/x`, `host:/x`, `/x:/y`.
export function pathsOfWord(word: string): string[] {
  const shape = shapeOfWord(word);
  if (shape !== undefined) return shape === 'name' ? [word] : [];
  if (word === '' || word === '-' || word === '--') return [];
  const option = /^--?[A-Za-z0-9][\w-]*(?:=(.*))?$/s.exec(word);
  if (option !== null) return option[1] === undefined ? attached(word) : [option[1]];
  const parts = [word];
  const assigned = /^[A-Za-z_][\w.-]*=(.+)$/s.exec(word)?.[1];
  if (assigned !== undefined) parts.push(assigned);
  if (word.startsWith('-')) parts.push(...attached(word));
  if (/^[@<>]/.test(word)) parts.push(word.slice(1));
  const field = /=@(.+)$/s.exec(word)?.[1];
  if (field !== undefined) parts.push(field);
  if (!word.includes('://') && /^(?:[\w.@-]*|\/[^:]*):[~/.]/.test(word))
    parts.push(...word.split(':').slice(word.startsWith('/') ? 0 : 1));
  return parts;
}

function attached(word: string): string[] {
  const value = /^-[A-Za-z]([@/~.$].*)$/s.exec(word)?.[1];
  return value === undefined ? [] : [value.replace(/^@/, '')];
}
