// Hosts named in a call: whole-string URLs and `host:port`, strings under host-like keys, and URLs anywhere in a string.

const URL_START = /([a-z][a-z0-9+.-]{1,20}):\/\//gi;
const BARE =
  /^(?:\[[0-9a-f:.%]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)\.?(?::\d{1,5})?(?:[/?#].*)?$/iu;

/** A host as it would be connected to. */
export interface Host {
  readonly name: string;
  /** `name:port`, when a port was given. */
  readonly withPort: string | undefined;
}

/** The hosts of all URLs with a scheme in a text; `file:` URIs are paths instead. */
export function hostsOfUrls(text: string): Host[] {
  if (!text.includes('://')) return [];
  const hosts: Host[] = [];
  for (const { 0: start, 1: scheme = '', index } of text.matchAll(URL_START)) {
    if (scheme.toLowerCase() === 'file') continue;
    const end = text.slice(index + start.length, index + start.length + 2048).search(/[\s"'<>`{}|^]/);
    const rest = text.slice(
      index + start.length,
      end === -1 ? index + start.length + 2048 : index + start.length + end,
    );
    const host = toHost(rest);
    if (host !== undefined) hosts.push(host);
  }
  return hosts;
}

/** A string that as a whole is `host:port`. */
export function isHostAndPort(text: string): boolean {
  // Cheap tests first: this is asked about every string of every call.
  const last = text.charCodeAt(text.length - 1);
  if (text.length > 261 || last < 48 || last > 57 || !text.includes(':')) return false;
  return (
    /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?):\d{1,5}$/i.test(text) && !/^\d+:\d+$/.test(text)
  );
}

/** The host of a string under a host-like key, when it can be one. */
export function bareHost(text: string): Host | undefined {
  const trimmed = text.trim();
  if (trimmed.includes('://')) return undefined;
  const rest = trimmed.replace(/^(?:https?|ftp|wss?):\/*/i, '').replace(/^\/\//, '');
  return rest.length < 2048 && BARE.test(rest.replace(/^[^/@\s]*@/, '')) ? toHost(rest) : undefined;
}

// The WHATWG parser knows every spelling of an address (octal, hex, one number) and of a name (punycode, full width).
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
