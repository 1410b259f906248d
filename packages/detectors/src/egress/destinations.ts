// Every place that a text names: URLs anywhere in it, and hosts that stand alone or after a command.

import type { Reason } from './address.js';
import { classifyHost } from './host.js';
import { isForbiddenScheme } from './schemes.js';

/** One place a text names. `reason` is absent for an ordinary public one. */
export interface Destination {
  readonly start: number;
  readonly end: number;
  /** `url` has a scheme; `host` is a bare host, with or without port and path. */
  readonly form: 'url' | 'host';
  readonly scheme?: string;
  readonly host: string;
  readonly reason?: Reason;
}

const URL_IN_TEXT =
  /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:(?:[/\\]{1,4}|(?=%[0-9a-fA-F]{2}|\[))[^\s"'`<>]{1,2048}/g;
const ENCODED_URL = /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,30}(?:%3a|:)(?:%2f|%5c){2}[^\s"'`<>&]{1,2048}/gi;
const HOST_WITH_REST =
  /(?<![\w.:/-])(\[[0-9A-Fa-f:.%]{2,60}\]|[0-9A-Fa-fxX]{1,12}(?:\.[0-9A-Fa-fxX]{1,12}){3}|localhost)(?::[0-9]{1,5}(?![0-9.:@])|\/(?![0-9]{1,3}(?![\w.]))[^\s"'`<>]{1,512})/g;
const NETWORK_COMMAND =
  /(?:^|[\s;&|($`/])(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|sftp|ping|nmap|http|https|xh|rsync|socat|dig|nslookup)\s/;
const BARE_IN_COMMAND =
  /(?<![\w.:/-])([0-9]{1,3}(?:\.[0-9]{1,3}){3}|localhost|\[[0-9A-Fa-f:.%]{2,60}\]|metadata\.google\.internal)(?![\w.:/-])/g;
const SPECIAL = /^(?:https?|wss?|ftp|file)$/;

/** A redirect within a redirect is real; deeper nests only cost time. */
const MAX_NESTING = 3;

/** Destinations in the order of their place in the text. */
export function findDestinations(text: string): readonly Destination[] {
  const named = text.includes(':') || text.includes('%') ? [...urls(text)].sort(byStart) : [];
  const bare = outside([...hosts(text)], named);
  const found = [...wholeText(text), ...named, ...bare];
  return found
    .sort(byStart)
    .filter(
      (one, index, all) => !all.slice(Math.max(0, index - 4), index).some((other) => isSame(one, other)),
    );
}

function byStart(one: Destination, other: Destination): number {
  return one.start - other.start || other.end - one.end;
}

/** The hosts that are no part of a URL. Both lists are in text order, so one walk over each is enough. */
function outside(hosts: readonly Destination[], urls: readonly Destination[]): readonly Destination[] {
  let next = 0;
  let covered = 0;
  return hosts.filter(({ start, end }) => {
    for (; next < urls.length && (urls[next]?.start ?? 0) <= start; next += 1)
      covered = Math.max(covered, urls[next]?.end ?? 0);
    return end > covered;
  });
}

function isWithin(one: Destination, other: Destination): boolean {
  return one.start >= other.start && one.end <= other.end;
}

function isSame(one: Destination, other: Destination): boolean {
  return isWithin(one, other) && one.host === other.host && one.reason === other.reason;
}

function* urls(text: string): Generator<Destination> {
  for (const match of text.matchAll(URL_IN_TEXT)) yield* readUrl(trimmed(match[0]), match.index);
  if (text.includes('%')) {
    for (const match of text.matchAll(ENCODED_URL)) {
      const decoded = decodeLoosely(match[0]);
      for (const { scheme, host, reason } of readUrl(decoded, 0)) {
        yield {
          start: match.index,
          end: match.index + match[0].length,
          form: 'url',
          host,
          ...present({ scheme, reason }),
        };
      }
    }
  }
}

/** The URL itself and, behind its host, further URLs that it carries. */
function* readUrl(text: string, start: number, depth = 0): Generator<Destination> {
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase();
  const inner = text.slice(scheme.length + 3).search(/[A-Za-z][A-Za-z0-9+.-]{1,30}:[/\\]{2}/);
  const end = start + text.length;
  const forbidden = isForbiddenScheme(scheme);
  for (const host of readHosts(text, scheme)) {
    yield {
      start,
      end,
      form: 'url',
      scheme,
      host,
      ...present({ reason: forbidden ? 'scheme' : classifyHost(host) }),
    };
  }
  if (inner >= 0 && depth < MAX_NESTING) {
    const from = scheme.length + 3 + inner;
    yield* readUrl(text.slice(from), start + from, depth + 1);
  }
}

/** What browsers take for the host, and what older parsers take for it, where the two differ. */
function readHosts(url: string, scheme: string): readonly string[] {
  const rest = url.slice(scheme.length + 1).replace(/^[/\\]+/, '');
  const generic = authority(rest, /[/?#]/);
  const browser = SPECIAL.test(scheme) ? browserHost(url) : undefined;
  if (browser === undefined) return [generic];
  // A backslash ends the host for browsers and belongs to the user name for others.
  return rest.includes('\\') && rest.includes('@') && generic !== browser ? [browser, generic] : [browser];
}

function browserHost(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

function authority(rest: string, end: RegExp): string {
  const cut = rest.search(end);
  const whole = cut === -1 ? rest : rest.slice(0, cut);
  const host = whole.slice(whole.lastIndexOf('@') + 1);
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:[^:]*$/, '');
}

function* hosts(text: string): Generator<Destination> {
  for (const match of text.matchAll(HOST_WITH_REST)) yield* bareHost(match);
  if (NETWORK_COMMAND.test(text)) for (const match of text.matchAll(BARE_IN_COMMAND)) yield* bareHost(match);
}

/** Only numbers and reserved names count without a scheme: any other word could be a host. */
function* bareHost(match: RegExpExecArray): Generator<Destination> {
  const host = match[1] ?? '';
  const reason = classifyHost(host);
  if (reason !== undefined)
    yield { start: match.index, end: match.index + match[0].length, form: 'host', host, reason };
}

/** A text that is nothing but a destination may be spelt in ways that are noise inside a longer one. */
function* wholeText(text: string): Generator<Destination> {
  const value = text.trim();
  if (value === '' || value.length > 2048) return;
  const place = { start: 0, end: text.length } as const;
  const scheme =
    /^[a-z][a-z0-9+.\t\r\n-]{0,40}(?=:)/i
      .exec(value)?.[0]
      .replace(/[\t\r\n]/g, '')
      .toLowerCase() ?? '';
  if (/^(?:https?|wss?)$/.test(scheme)) {
    const host = browserHost(value);
    if (host !== undefined)
      yield { ...place, form: 'url', scheme, host, ...present({ reason: classifyHost(host) }) };
  } else if (isForbiddenScheme(scheme)) {
    yield { ...place, form: 'url', scheme, host: '', reason: 'scheme' };
  } else if (/^(?:\/\/|\\\\|\/\\|\\\/)[^/\\]/.test(value)) {
    const host = authority(value.slice(2), /[/?#\\]/);
    yield { ...place, form: 'url', host, ...present({ reason: classifyHost(host) }) };
  } else if (/^(?=\S+$)[^/?#]{2,255}/.test(value)) {
    yield* wholeHost(value, place);
  }
}

function* wholeHost(
  value: string,
  place: { readonly start: number; readonly end: number },
): Generator<Destination> {
  const bare = value.replace(/[/?#].*$/s, '');
  const host = authority(bare.split(':').length > 2 && !bare.includes('[') ? `[${bare}]` : bare, /[/?#]/);
  // A lone number or word is too often just that; four parts, two colons or a reserved name are not.
  const spelt =
    /^(?:[^.]+\.){3}[^.]+\.?$|^\[|localhost|metadata|\.(?:internal|local|nip\.io|sslip\.io)\.?$/i.test(host);
  const reason = spelt ? classifyHost(host) : undefined;
  if (reason !== undefined) yield { ...place, form: 'host', host, reason };
}

/** Punctuation of the sentence around a URL is no part of it. */
function trimmed(url: string): string {
  return url.replace(/[.,;:!?)\]}]{1,8}$/, (tail) =>
    tail.startsWith(']') && /\[[^\]]*$/.test(url.slice(0, -tail.length)) ? ']' : '',
  );
}

function decodeLoosely(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
