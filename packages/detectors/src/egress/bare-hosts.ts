// Finds hosts without a scheme. Only numeric addresses and reserved names are reported, because any other word could
// be a host.

import { createRangeFinder } from '../text/range-finder.js';
import { classifyHost } from './classify-host.js';
import { type NetworkAddress, toNetworkAddress } from './network-address.js';
import { parseAuthority } from './parse-host.js';

const HOST = /^(?:\[[0-9A-Fa-f:.%]{2,60}\]|[0-9A-Fa-fxX]{1,12}(?:\.[0-9A-Fa-fxX]{1,12}){3}|localhost)$/i;
const PORT = /:[0-9]{1,5}(?![0-9.:@])/y;
const PATH = /\/(?![0-9]{1,3}(?![\w.]))[^\s"'`<>]{1,512}/y;
const RELATIVE = /\/\/[^\s"'`<>/\\]{2,255}/y;
const NETWORK_COMMAND =
  /(?<![^\s;&|($`/])(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|sftp|ping|nmap|http|https|xh|rsync|socat|dig|nslookup)\s/g;
const BARE_IN_COMMAND =
  /(?<![\w.:/-])([0-9]{1,3}(?:\.[0-9]{1,3}){3}|localhost|\[[0-9A-Fa-f:.%]{2,60}\]|metadata\.google\.internal)(?![\w.:/-])/g;

/** Matches text that ends within the arguments of `ping`. */
const PINGS = /(?<![^\s;&|($`/])ping\s[^;&|\n`$()<>]{0,320}$/;

/** The length of the text after a command in which its arguments are searched for. */
const commandLength = 320;

/** Finds hosts with a port or a path. */
export function* findBareHosts(text: string, from: number, to: number): Generator<NetworkAddress> {
  const nextColon = createRangeFinder(text, ':', from, to);
  for (let at = nextColon(from); at !== -1; at = nextColon(at + 1)) yield* hostBefore(text, at, PORT);
  const nextSlash = createRangeFinder(text, '/', from, to);
  for (let at = nextSlash(from); at !== -1; at = nextSlash(at + 1)) {
    if (text.charCodeAt(at + 1) !== 47) yield* hostBefore(text, at, PATH);
  }
}

/** Finds hosts after two slashes, also inside a URL, because it may redirect to such a host. */
export function* findRelativeHosts(text: string, from: number, to: number): Generator<NetworkAddress> {
  const next = createRangeFinder(text, '//', from, to);
  for (let at = next(from); at !== -1; at = next(at + 2)) yield* relativeHost(text, at);
}

function* hostBefore(text: string, at: number, rest: RegExp): Generator<NetworkAddress> {
  const start = hostStart(text, at);
  if (start === -1) return;
  rest.lastIndex = at;
  const behind = rest.exec(text)?.[0];
  if (behind === undefined) return;
  yield* reserved(text.slice(start, at), start, at + behind.length);
}

/**
 * Returns the start of a host that ends at `at`, or -1. The character before `at` is checked first, which excludes
 * most colons and slashes.
 */
function hostStart(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  let start = at;
  if (last === 93) start = text.lastIndexOf('[', at);
  else if ((last | 32) === 116) start = at - 9;
  else if (isNumberUnit(last)) while (start > at - 52 && isNumberUnit(text.charCodeAt(start - 1))) start -= 1;
  else return -1;
  if (start < 0 || at - start < 7 - (last === 93 ? 3 : 0) || at - start > 62) return -1;
  const isWhole =
    !isNamePart(text.charCodeAt(start - 1)) ||
    /\/dev\/(?:tcp|udp)\/$/.test(text.slice(Math.max(0, start - 9), start));
  return isWhole && HOST.test(text.slice(start, at)) ? start : -1;
}

/** Tests for a digit, a letter from `a` to `f`, an `x` or a dot. */
const isNumberUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) ||
  ((unit | 32) >= 97 && (unit | 32) <= 102) ||
  (unit | 32) === 120 ||
  unit === 46;

/** Tests for a character that joins the host to a longer word. */
const isNamePart = (unit: number): boolean =>
  (unit >= 45 && unit <= 58) || ((unit | 32) >= 97 && (unit | 32) <= 122) || unit === 95;

/**
 * Finds a host after two slashes, as in `//169.254.169.254/x` in an attribute or a list. In a comment, a space
 * follows the slashes, so a comment does not match.
 */
function* relativeHost(text: string, at: number): Generator<NetworkAddress> {
  const before = text.charCodeAt(at - 1);
  if (at > 0 && !(before <= 32 || '"\'`=(,[{|'.includes(text.charAt(at - 1)))) return;
  RELATIVE.lastIndex = at;
  const match = RELATIVE.exec(text)?.[0];
  if (match !== undefined) yield* reserved(parseAuthority(match.slice(2), /[?#]/), at, at + match.length);
}

/** Finds hosts after a command that connects. */
export function* findHostsInCommands(text: string, from: number, to: number): Generator<NetworkAddress> {
  let searched = from;
  for (const { index } of text.slice(from, to).matchAll(NETWORK_COMMAND)) {
    const start = Math.max(searched, from + index);
    const end = Math.min(text.length, from + index + commandLength);
    for (const match of text.slice(start, end).matchAll(BARE_IN_COMMAND)) {
      const host = match[1] ?? '';
      const before = text.slice(from + index, start + match.index);
      // Pinging this machine is allowed, because it transmits no data.
      if (PINGS.test(before) && classifyHost(host) === 'loopback') continue;
      yield* reserved(host, start + match.index, start + match.index + host.length);
    }
    searched = end;
  }
}

function* reserved(host: string, start: number, end: number): Generator<NetworkAddress> {
  const reason = classifyHost(host);
  if (reason !== undefined) yield toNetworkAddress({ start, end, form: 'host', host }, undefined, reason);
}
