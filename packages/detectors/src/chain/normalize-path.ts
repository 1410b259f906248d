// One comparable spelling of a path: decoded, with slashes, without dots, in lower case. Whether the file system minds
// case is unknown here; taking two paths for one costs a question, missing one costs a secret.

/** Nothing to decode, to fold or to resolve. */
const NORMALIZED = /^(?:\/(?:[a-z\d_-][a-z\d_.-]*|\.[a-z\d_-][a-z\d_.-]*))+$/;
const MAX_DECODINGS = 3;
/** Longer ones are remembered by their end, which tells them apart. */
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

/** What is kept of a path: enough to know it again. */
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
