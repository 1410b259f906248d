// One comparable spelling of a path: decoded, with slashes, without dots, in lower case. Whether the file system minds
// case is unknown here; taking two paths for one costs a question, missing one costs a secret.

/** Nothing to decode, to fold or to resolve. */
const PLAIN = /^(?:\/(?:[a-z\d_-][a-z\d_.-]*|\.[a-z\d_-][a-z\d_.-]*))+$/;
const DECODINGS = 3;
/** Longer ones are remembered by their end, which tells them apart. */
const REMEMBERED = 512;

/** The comparable spelling. */
export function plainPath(text: string): string {
  if (PLAIN.test(text)) return text;
  const path = decoded(text)
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
export function rememberedPath(path: string): string {
  return path.length <= REMEMBERED ? path : path.slice(-REMEMBERED);
}

function decoded(text: string): string {
  let current = text;
  for (let round = 0; round < DECODINGS && /%[0-9a-f]{2}/i.test(current); round += 1)
    current = current.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return current;
}
