// Rejects keys with very many parts (`a.a.a.…`), because parsing the resulting nested tables takes minutes.

export const MAX_NAME_PARTS = 64;

/** Returns the position of a key with too many parts, if there is such a key. Quoted text on one line is skipped. */
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
      // An unpaired quote starts text of several lines. Its lines are examined like all other lines.
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
