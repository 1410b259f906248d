// Parses texts that consist of a single address. Such an address may have a notation that would be ambiguous inside a
// longer text.

import { classifyHost } from './classify-host.js';
import { type NetworkAddress, toNetworkAddress } from './network-address.js';
import { browserHost, parseAuthority } from './parse-host.js';
import { isForbiddenScheme } from './schemes.js';

/** The maximum length of a text that is parsed as a single address. */
export const maxWholeLength = 2_048;

export function* parseWholeText(text: string): Generator<NetworkAddress> {
  const value = text.trim();
  if (value === '' || value.length > maxWholeLength) return;
  const place = { start: 0, end: text.length } as const;
  const scheme =
    /^[a-z][a-z0-9+.\t\r\n-]{0,40}(?=:)/i
      .exec(value)?.[0]
      .replace(/[\t\r\n]/g, '')
      .toLowerCase() ?? '';
  if (/^(?:https?|wss?)$/.test(scheme)) {
    const host = browserHost(value);
    if (host !== undefined)
      yield toNetworkAddress({ ...place, form: 'url', host }, scheme, classifyHost(host));
  } else if (isForbiddenScheme(scheme)) {
    yield { ...place, form: 'url', scheme, host: '', reason: 'scheme' };
  } else if (/^(?:\/\/|\\\\|\/\\|\\\/)[^/\\]/.test(value)) {
    const host = parseAuthority(value.slice(2), /[/?#\\]/);
    yield toNetworkAddress({ ...place, form: 'url', host }, undefined, classifyHost(host));
  } else if (/^(?=\S+$)[^/?#]{2,255}/.test(value)) {
    yield* parseWholeHost(value, place);
  }
}

function* parseWholeHost(
  value: string,
  place: { readonly start: number; readonly end: number },
): Generator<NetworkAddress> {
  const bare = value.replace(/[/?#].*$/s, '');
  const host = parseAuthority(
    bare.split(':').length > 2 && !bare.includes('[') ? `[${bare}]` : bare,
    /[/?#]/,
  );
  // A single number or word is usually not an address. Four parts, two colons or a reserved name make it an address.
  const spelt =
    /^(?:[^.]+\.){3}[^.]+\.?$|^\[|localhost|metadata|\.(?:internal|local|nip\.io|sslip\.io)\.?$/i.test(host);
  const reason = spelt ? classifyHost(host) : undefined;
  if (reason !== undefined) yield { ...place, form: 'host', host, reason };
}
