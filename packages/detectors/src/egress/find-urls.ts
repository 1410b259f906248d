// Finds URLs in a text, starting from the colon after the scheme. A pattern for schemes would be tried at every word.

import { createRangeFinder } from '../text/range-finder.js';
import { type NetworkAddress, toNetworkAddress } from './network-address.js';
import { type ParsedUrls, parseUrl, parseUrlOnce, schemeStart } from './parse-url.js';

/** The text after the colon: slashes or backslashes, or unusual forms without slashes that URL parsers accept. */
const REST = /(?:[/\\]{1,4}|(?=%[0-9a-fA-F]{2}|\[))[^\s"'`<>]{1,2048}/y;
/**
 * The text after the colon in a URL without slashes. It must be an IP address, because `http:8080` and `note:this`
 * are not URLs.
 */
const BARE_REST = /(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|localhost)(?![\w-])[^\s"'`<>]{0,512}/iy;
const ENCODED_REST = /(?:%3a|:)(?:%2f|%5c){2}[^\s"'`<>&]{1,2048}/iy;

/** Returns the URLs whose colon is in text[from..to). */
export function* findUrls(text: string, from: number, to: number): Generator<NetworkAddress> {
  const nextColon = createRangeFinder(text, ':', from, to);
  const known: ParsedUrls = new Map();
  let done = from;
  for (let colon = nextColon(from); colon !== -1; colon = nextColon(done)) {
    done = colon + 1;
    const start = schemeStart(text, colon, from);
    const end = start === -1 ? -1 : endOfUrl(text, start, colon);
    if (end === -1) continue;
    done = end;
    yield* parseUrlOnce(known, text.slice(start, end), start);
  }
  yield* findEncodedUrls(text, from, to);
}

function endOfUrl(text: string, start: number, colon: number): number {
  const next = text.charCodeAt(colon + 1);
  const isMarked = next === 47 || next === 92 || next === 37 || next === 91; // / \ % [
  const rest = isMarked ? REST : BARE_REST;
  if (!isMarked && !/^https?$/i.test(text.slice(start, colon))) return -1;
  rest.lastIndex = colon + 1;
  const match = rest.exec(text);
  return match === null ? -1 : trimmedEnd(text, start, colon + 1 + match[0].length);
}

/** Returns URLs with an escaped colon, as in the query of another URL: `http%3A%2F%2F…`. */
function* findEncodedUrls(text: string, from: number, to: number): Generator<NetworkAddress> {
  const nextSign = createRangeFinder(text, '%', from, to);
  let done = from;
  for (let sign = nextSign(from); sign !== -1; sign = nextSign(done)) {
    done = sign + 1;
    const colon = isEncodedColon(text, sign) ? sign : text[sign - 1] === ':' ? sign - 1 : -1;
    if (colon === -1) continue;
    ENCODED_REST.lastIndex = colon;
    const rest = ENCODED_REST.exec(text)?.[0];
    const start = rest === undefined ? -1 : schemeStart(text, colon, from);
    if (rest === undefined || start === -1) continue;
    done = colon + rest.length;
    for (const { scheme, host, reason } of parseUrl(decodePercent(text.slice(start, done)), 0))
      yield toNetworkAddress({ start, end: done, form: 'url', host }, scheme, reason);
  }
}

const isEncodedColon = (text: string, sign: number): boolean =>
  text[sign + 1] === '3' && (text.charCodeAt(sign + 2) | 32) === 97;

/** Excludes the punctuation of the surrounding sentence from a URL. */
function trimmedEnd(text: string, start: number, end: number): number {
  let cut = end;
  while (cut > end - 8 && cut > start && '.,;:!?)]}'.includes(text[cut - 1] ?? '')) cut -= 1;
  const opens = text[cut] === ']' && cut < end && /\[[^\]]*$/.test(text.slice(start, cut));
  return opens ? cut + 1 : cut;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // If the text contains invalid UTF-8, each escape is decoded separately.
  }
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
