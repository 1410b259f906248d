// The way out, for every step of a login: encrypted unless it stays on this machine, only to addresses that are allowed,
// no redirect to another origin, and neither large nor slow. What is fetched was named by strangers.

import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { AuthError } from './errors.js';

export interface NetworkOptions {
  /** Which addresses may be connected to; all by default. */
  readonly addressAllowed?: ((address: string) => boolean) | undefined;
  /** Gives the addresses of a name; by default the system does. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** Milliseconds for one request, from the name to the last byte; 10,000 by default. */
  readonly timeout?: number | undefined;
}

/** A request of ours, as far as a login needs any. */
export interface NetworkRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | URLSearchParams | undefined;
}

export type Network = (url: string | URL, request?: NetworkRequest) => Promise<Response>;

/** Documents of providers have some kilobytes. */
const LARGEST = 256 * 1024;
const TIMEOUT = 10_000;
const REDIRECTS = 3;

/** Makes the function through which everything goes. */
export function createNetwork(options: NetworkOptions = {}): Network {
  return async (url, what = {}) => {
    // One clock for the whole way: a redirect must not begin it anew.
    const signal = AbortSignal.timeout(options.timeout ?? TIMEOUT);
    let place = checkPlace(url);
    for (let redirects = 0; ; redirects++) {
      const answer = await send(place, what, options, signal);
      const location = answer.headers.get('location');
      const isRedirect = answer.status >= 300 && answer.status < 400 && location !== null;
      if (!isRedirect) return answer;
      place = nextPlace(place, location, what, redirects);
    }
  };
}

/** The URL, when it may be used at all: encrypted, or on this machine; and without a password in it. */
export function checkPlace(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined) throw new AuthError('NOT_ALLOWED', 'the server names a place that is no URL');
  if (url.username !== '' || url.password !== '')
    throw new AuthError('NOT_ALLOWED', `${url.host} is named with a password in its URL, which is not sent`);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))) return url;
  throw new AuthError(
    'NOT_ALLOWED',
    `${url.host || 'a place of the server'} is not named with https; tokens are not sent in the open`,
  );
}

const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);

const isLoopbackAddress = (address: string): boolean => /^(?:127(?:\.\d+){3}|::1)$/.test(address);

function nextPlace(from: URL, location: string, { method = 'GET' }: NetworkRequest, redirects: number): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to?.origin !== from.origin || method !== 'GET')
    throw new AuthError('NOT_ALLOWED', `${from.host} points to another place; it was not followed there`);
  if (redirects >= REDIRECTS)
    throw new AuthError('NOT_ALLOWED', `${from.host} points from one place to the next without end`);
  return to;
}

async function send(
  url: URL,
  { method = 'GET', headers = {}, body }: NetworkRequest,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<Response> {
  const lookup = guardedLookup(url, options);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) allowedOf(url, [literal], options);
  // No connection is kept: a login is over after a handful of requests.
  const dispatcher = new Agent({ pipelining: 0, connect: { lookup } });
  try {
    const answer = await request(url, {
      method: method as 'GET',
      headers: { accept: 'application/json', 'user-agent': 'clawdefender', ...headers },
      body: body === undefined ? null : String(body),
      dispatcher,
      signal,
    });
    const bytes = await readAll(url, answer.body);
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
    return new Response(hasBody ? bytes : null, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    });
  } catch (error) {
    throw explained(url, error as Error, signal);
  } finally {
    // Not waited for: a connection that does not come about would hold us up.
    dispatcher.destroy().catch(() => {});
  }
}

async function readAll(url: URL, body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LARGEST)
      throw new AuthError('NOT_ALLOWED', `${url.host} answers with more than ${LARGEST / 1024} KiB`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Looks a name up and hands out what may be connected to. The connection is made to just that. */
function guardedLookup(url: URL, options: NetworkOptions): LookupFunction {
  const { resolve = resolveBySystem } = options;
  return (hostname, _, callback) => {
    resolve(hostname)
      .then((found) => allowedOf(url, found, options))
      .then(
        (addresses) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
        (error) => callback(error as NodeJS.ErrnoException, []),
      );
  };
}

const resolveBySystem = async (hostname: string): Promise<readonly string[]> =>
  (await lookUp(hostname, { all: true, verbatim: true })).map(({ address }) => address);

function allowedOf(url: URL, addresses: readonly string[], { addressAllowed }: NetworkOptions): string[] {
  const isOpen = url.protocol === 'http:';
  const allowed = addresses.filter(
    (address) => (addressAllowed?.(address) ?? true) && (!isOpen || isLoopbackAddress(address)),
  );
  if (allowed.length > 0) return allowed;
  throw new AuthError('NOT_ALLOWED', `${url.host} leads to an address that may not be connected to`);
}

function explained(url: URL, error: Error & { code?: string; cause?: unknown }, signal: AbortSignal): Error {
  const inner = [error, error.cause].find((one) => one instanceof AuthError);
  if (inner !== undefined) return inner as AuthError;
  const what = signal.aborted ? 'did not answer in time' : `cannot be reached (${error.code ?? error.name})`;
  return new AuthError('UNREACHABLE', `${url.host} ${what}`, { cause: error });
}
