// Names with very many parts (`a.a.a.…`) make tables so deep that reading them takes minutes; no policy needs one.

export const MAX_NAME_PARTS = 64;

/** Where a name with too many parts stands, if there is one. Text in quotes on one line is skipped. */
export function findDeepKey(text: string): { readonly line: number; readonly column: number } | undefined {
  let line = 1;
  let start = 0;
  let lineEnd = endOfLine(text, 0);
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') {
      line += 1;
      start = at + 1;
      lineEnd = endOfLine(text, start);
      dots = 0;
    } else if (character === '"' || character === "'") {
      let end = at + 1;
      while (end < lineEnd && text[end] !== character) end += 1;
      // A quote without its partner begins text of several lines; what follows is looked at like anything else.
      if (end < lineEnd) at = end;
      else lineEnd = at;
    } else if (character === '#') at = Math.max(at, endOfLine(text, at) - 1);
    else if (character === '=' || character === ',' || character === '{') dots = 0;
    else if (character === '.') {
      dots += 1;
      if (dots >= MAX_NAME_PARTS) return { line, column: at - start + 1 };
    }
  }
  return undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
