// Normalizes paths for comparison: decoded, with `/` as separator, without dot segments, in lower case. It is unknown
// whether the file system is case-sensitive. If two different paths are treated as equal, an unnecessary approval is
// required; if two equal paths are treated as different, a secret could leak.

/** Matches paths that are already normalized. */
const NORMALIZED = /^(?:\/(?:[a-z\d_-][a-z\d_.-]*|\.[a-z\d_-][a-z\d_.-]*))+$/;
const MAX_DECODINGS = 3;
/**
 * The maximum length that is stored. Only the end of a longer path is stored, because it distinguishes the path from
 * others.
 */
const MAX_LENGTH = 512;

export function normalizePath(text: string): string {
  if (NORMALIZED.test(text)) return text;
  const path = decodePercent(text)
    .normalize('NFKC')
    .replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
    .replaceAll('\\', '/')
    .toLowerCase();
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (!path.startsWith('/')) parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}

/** Returns the part of a path that is stored. */
export function truncatePath(path: string): string {
  return path.length <= MAX_LENGTH ? path : path.slice(-MAX_LENGTH);
}

function decodePercent(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_DECODINGS && /%[0-9a-f]{2}/i.test(current); round += 1)
    current = current.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return current;
}
