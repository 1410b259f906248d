// Finds the hosts in a call: strings that are URLs or `host:port`, strings under host-like keys, and URLs inside
// strings.

const URL_START = /([a-z][a-z0-9+.-]{1,20}):\/\//gi;
const BARE =
  /^(?:\[[0-9a-f:.%]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)\.?(?::\d{1,5})?(?:[/?#].*)?$/iu;

/** The host as a client would connect to it. */
export interface Host {
  readonly name: string;
  /** `name:port`, if a port is given. */
  readonly withPort: string | undefined;
}

// The authority: the text between the slashes after the scheme and the path. It contains the host.
const AUTHORITY = /[/\\]*([^\s"'<>`{}|^/?#\\]{1,2048})/y;

/**
 * Returns the distinct hosts of all URLs with a scheme in a text. `file:` URIs are excluded, because they are
 * paths.
 */
export function hostsOfUrls(text: string): Host[] {
  if (!text.includes('://')) return NO_HOSTS;
  const hosts: Host[] = [];
  const seen = new Set<string>();
  for (const { 0: start, 1: scheme = '', index } of text.matchAll(URL_START)) {
    if (scheme.toLowerCase() === 'file') continue;
    AUTHORITY.lastIndex = index + start.length;
    const authority = AUTHORITY.exec(text)?.[1];
    if (authority === undefined || seen.has(authority)) continue;
    seen.add(authority);
    const host = toHost(authority);
    if (host !== undefined) hosts.push(host);
  }
  return hosts;
}

const NO_HOSTS: Host[] = [];
const WEB = /^(?:https?|wss?|ftp):/i;

/**
 * Returns the host of a URL in a form that only browsers and `fetch` accept: with fewer than two slashes,
 * with backslashes, or with tabs and line breaks inside.
 */
export function oddWebHost(text: string): Host | undefined {
  const first = text.charCodeAt(0) | 32;
  // Such a URL begins with `f`, `h`, `w` or white space, and contains a colon. Most strings do not.
  if ((first !== 102 && first !== 104 && first !== 119 && first > 32) || text.length > 4096) return undefined;
  if (!text.includes(':')) return undefined;
  if (/^[a-z]+:\/\/[^\\/]/i.test(text) && !/[\t\r\n]/.test(text)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop these characters
  const address = text.replace(/[\t\r\n]/g, '').replace(/^[\u0000-\u0020]+/, '');
  if (!WEB.test(address)) return undefined;
  const rest = address.replace(WEB, '').replace(/^[/\\]+/, '');
  return /^\S/.test(rest) && !/\s/.test(rest.trim()) ? toHost(rest.trim()) : undefined;
}

/** Tests whether a string has the form `host:port`. */
export function isHostAndPort(text: string): boolean {
  // The cheap tests come first, because this function runs for every string of every call.
  const last = text.charCodeAt(text.length - 1);
  if (text.length > 261 || last < 48 || last > 57 || !text.includes(':')) return false;
  return (
    /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?):\d{1,5}$/i.test(text) && !/^\d+:\d+$/.test(text)
  );
}

/** Returns the host of a string under a host-like key, if the string can be a host. */
export function bareHost(text: string): Host | undefined {
  const trimmed = text.trim();
  if (trimmed.includes('://')) return undefined;
  const rest = trimmed.replace(/^(?:https?|ftp|wss?):\/*/i, '').replace(/^\/\//, '');
  return rest.length < 2048 && BARE.test(rest.replace(/^[^/@\s]*@/, '')) ? toHost(rest) : undefined;
}

// The WHATWG parser understands every notation of an IP address (octal, hexadecimal, a single number) and of
// a name (punycode, full-width characters).
export function toHost(rest: string): Host | undefined {
  let url: URL;
  try {
    url = new URL(`http://${rest}`);
  } catch {
    const raw = /^(?:[^/?#@\\]*@)?([^/?#\\:]+)/.exec(rest)?.[1]?.toLowerCase();
    return raw === undefined ? undefined : { name: raw, withPort: undefined };
  }
  const name = url.hostname.replace(/\.$/, '');
  if (name === '') return undefined;
  const port = /:(\d{1,5})$/.exec(rest.split(/[/?#\\]/, 1)[0] ?? '')?.[1];
  return { name, withPort: port === undefined ? undefined : `${name}:${Number(port)}` };
}
