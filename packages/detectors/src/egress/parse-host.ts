// Determines the host of a URL as browsers and as older parsers interpret it.

const SPECIAL = /^(?:https?|wss?|ftp|file)$/;
/**
 * The common form, which needs no parser: a name or four plain numbers, optionally a port, then a path or the end.
 */
const SIMPLE = /^\/\/([A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,9})(?::[0-9]{0,5})?(?:[/?#][^@\\]*)?$/;
const PLAIN_QUAD = /^(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;

/** Returns the host that browsers use, and the host that older parsers use if it is different. */
export function parseHosts(url: string, scheme: string): readonly string[] {
  const behind = url.slice(scheme.length + 1);
  const everyday = SIMPLE.exec(behind)?.[1];
  if (everyday !== undefined && isUnambiguous(everyday)) return [everyday.toLowerCase()];
  const rest = behind.replace(/^[/\\]+/, '');
  // Without a host, the parser would throw an exception, which takes a hundred times as long.
  if (rest === '') return [''];
  const generic = parseAuthority(rest, /[/?#]/);
  const browser = SPECIAL.test(scheme) ? browserHost(url) : undefined;
  if (browser === undefined) return [generic];
  // Browsers end the host at a backslash and treat a leading zero as octal; older parsers treat the backslash as part
  // of the user name and ignore the zero. The result of older parsers is returned only for addresses that attacks
  // use, because public addresses can have an octal notation as well.
  const isDoubtful = (rest.includes('\\') && rest.includes('@')) || /^0*(?:127|169\.0*254)\./.test(generic);
  return isDoubtful && generic !== browser ? [browser, generic] : [browser];
}

/**
 * Tests whether all parsers agree: if the last label begins with a letter, the host is a name; otherwise it may be a
 * number.
 */
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

/** Returns the host without port, user name and password. `end` matches the characters that end an authority. */
export function parseAuthority(rest: string, end: RegExp): string {
  const cut = rest.search(end);
  const whole = cut === -1 ? rest : rest.slice(0, cut);
  const host = whole.slice(whole.lastIndexOf('@') + 1);
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:[^:]*$/, '');
}
