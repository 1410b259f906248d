// The host of a URL, as browsers and as older parsers read it.

const SPECIAL = /^(?:https?|wss?|ftp|file)$/;
/**
 * The common form, which needs no parser: a name or four plain numbers, optionally a port, then the end or a
 * path.
 */
const SIMPLE = /^\/\/([A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,9})(?::[0-9]{0,5})?(?:[/?#][^@\\]*)?$/;
const PLAIN_QUAD = /^(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;

/** The host for browsers, and the host for older parsers if it differs. */
export function parseHosts(url: string, scheme: string): readonly string[] {
  const behind = url.slice(scheme.length + 1);
  const everyday = SIMPLE.exec(behind)?.[1];
  if (everyday !== undefined && isUnambiguous(everyday)) return [everyday.toLowerCase()];
  const rest = behind.replace(/^[/\\]+/, '');
  // There is no host; the parser would throw, which is a hundred times as expensive.
  if (rest === '') return [''];
  const generic = parseAuthority(rest, /[/?#]/);
  const browser = SPECIAL.test(scheme) ? browserHost(url) : undefined;
  if (browser === undefined) return [generic];
  // A backslash ends the host for browsers, and is part of the user name for others; a leading zero is octal for
  // browsers and ignored by others. Of those, only addresses that attacks use are returned, because public ones
  // have octal spellings as well.
  const isDoubtful = (rest.includes('\\') && rest.includes('@')) || /^0*(?:127|169\.0*254)\./.test(generic);
  return isDoubtful && generic !== browser ? [browser, generic] : [browser];
}

/** If the last label begins with a letter, the host is a name; otherwise it may be a number. */
function isUnambiguous(host: string): boolean {
  const first = host.charCodeAt(host.lastIndexOf('.') + 1) | 32;
  return (first >= 97 && first <= 122) || PLAIN_QUAD.test(host);
}

export function browserHost(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

/** The host without port, user and password; `end` are the characters that end an authority. */
export function parseAuthority(rest: string, end: RegExp): string {
  const cut = rest.search(end);
  const whole = cut === -1 ? rest : rest.slice(0, cut);
  const host = whole.slice(whole.lastIndexOf('@') + 1);
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:[^:]*$/, '');
}
