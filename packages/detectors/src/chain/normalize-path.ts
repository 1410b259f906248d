// The comparable spelling of a path: decoded, with slashes, without dots, in lower case. It is unknown whether the
// file system is case-sensitive; treating two paths as equal costs an approval, missing a match could lose a
// secret.

/** Matches paths without characters to decode, fold or resolve. */
const NORMALIZED = /^(?:\/(?:[a-z\d_-][a-z\d_.-]*|\.[a-z\d_-][a-z\d_.-]*))+$/;
const MAX_DECODINGS = 3;
/** Of longer paths, only the end is stored, which distinguishes them. */
const MAX_LENGTH = 512;

/** The comparable spelling. */
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

/** The stored part of a path, enough to recognize it. */
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
