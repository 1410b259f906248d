// Parses a URL in a text: the start of its scheme, its hosts, and the URLs inside it.

import { classifyHost } from './classify-host.js';
import { type NetworkAddress, toNetworkAddress } from './network-address.js';
import { parseHosts } from './parse-host.js';
import { isForbiddenScheme } from './schemes.js';

/** The maximum length of a scheme. All schemes in use are shorter. */
const maxSchemeLength = 31;
/**
 * The maximum nesting of URLs. A URL inside a URL is common in redirects; parsing deeper levels takes time and finds
 * nothing.
 */
const deepest = 3;

/** Returns the start of the scheme before a colon, or -1. */
export function schemeStart(text: string, colon: number, from: number): number {
  const limit = Math.max(0, colon - maxSchemeLength, Math.min(from, colon) - maxSchemeLength);
  let start = colon;
  while (start > limit && isSchemeUnit(text.charCodeAt(start - 1))) start -= 1;
  while (start < colon && !isLetter(text.charCodeAt(start))) start += 1;
  return colon - start < 2 ? -1 : start;
}

const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122;

const isSchemeUnit = (unit: number): boolean =>
  isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 43 || unit === 45 || unit === 46;

/** The addresses in each parsed URL, with positions relative to the start of the URL. */
export type ParsedUrls = Map<string, readonly NetworkAddress[]>;
/** The maximum length of a cached URL. Longer URLs seldom repeat. */
const maxKnownLength = 128;

/** Parses a URL and caches the result, because texts often contain the same URL repeatedly. */
export function parseUrlOnce(known: ParsedUrls, url: string, start: number): readonly NetworkAddress[] {
  if (url.length > maxKnownLength) return [...parseUrl(url, start)];
  let found = known.get(url);
  if (found === undefined) {
    found = [...parseUrl(url, 0)];
    known.set(url, found);
  }
  return found.map((one) =>
    toNetworkAddress(
      { start: start + one.start, end: start + one.end, form: one.form, host: one.host },
      one.scheme,
      one.reason,
    ),
  );
}

/** Returns the address of the URL itself, and those of other URLs after its host. */
export function* parseUrl(text: string, start: number, depth = 0): Generator<NetworkAddress> {
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase();
  const end = start + text.length;
  const forbidden = isForbiddenScheme(scheme);
  for (const host of parseHosts(text, scheme)) {
    const reason = forbidden ? 'scheme' : classifyHost(host);
    yield toNetworkAddress({ start, end, form: 'url', host }, scheme, reason);
  }
  if (depth === deepest || text.indexOf(':', scheme.length + 1) === -1) return;
  const from = findNestedUrl(text, scheme.length + 3);
  if (from === -1) return;
  yield* parseUrl(text.slice(from), start + from, depth + 1);
}

/**
 * Returns the start of a URL inside another URL. The search goes backwards from its colon, because a scheme can begin
 * with any letter.
 */
function findNestedUrl(text: string, from: number): number {
  for (let colon = text.indexOf(':', from); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    if (!isSlash(text.charCodeAt(colon + 1)) || !isSlash(text.charCodeAt(colon + 2))) continue;
    let start = colon;
    while (start > Math.max(from, colon - maxSchemeLength) && isSchemeUnit(text.charCodeAt(start - 1)))
      start -= 1;
    while (start < colon && !isLetter(text.charCodeAt(start))) start += 1;
    if (colon - start > 1) return start;
  }
  return -1;
}

const isSlash = (unit: number): boolean => unit === 47 || unit === 92;
