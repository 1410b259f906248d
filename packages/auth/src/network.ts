// The HTTP client for all requests of a login. The URLs come from untrusted servers, so the client requires https
// (http is allowed on this machine) and allowed addresses, follows redirects only on the same origin, and limits size
// and time.

import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { AuthError } from './errors.js';

export interface NetworkOptions {
  /** Returns true if connecting to an IP address is allowed; by default, all addresses are allowed. */
  readonly addressAllowed?: ((address: string) => boolean) | undefined;
  /** Resolves a host name; by default with the resolver of the system. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** The time limit for one request, from the DNS lookup to the last byte, in milliseconds; 10,000 by default. */
  readonly timeout?: number | undefined;
}

export interface NetworkRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | URLSearchParams | undefined;
}

export type Network = (url: string | URL, request?: NetworkRequest) => Promise<Response>;

const MAX_BODY = 256 * 1024;
const TIMEOUT = 10_000;
const MAX_REDIRECTS = 3;
export function createNetwork(options: NetworkOptions = {}): Network {
  return async (url, init = {}) => {
    // One time limit applies to the request and all its redirects.
    const signal = AbortSignal.timeout(options.timeout ?? TIMEOUT);
    let target = checkUrl(url);
    for (let redirects = 0; ; redirects++) {
      const response = await send(target, init, options, signal);
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (!isRedirect) return response;
      target = redirectTarget(target, location, init, redirects);
    }
  };
}

/** Parses a URL. Throws an error unless the URL is https, or http on this machine, and contains no password. */
export function checkUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined) throw new AuthError('NOT_ALLOWED', 'the server names an invalid URL');
  if (url.username !== '' || url.password !== '')
    throw new AuthError('NOT_ALLOWED', `the URL of ${url.host} contains a password, which is not sent`);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))) return url;
  throw new AuthError(
    'NOT_ALLOWED',
    `the URL of ${url.host || 'the server'} does not use https; tokens are not sent unencrypted`,
  );
}

const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);

const isLoopbackAddress = (address: string): boolean => /^(?:127(?:\.\d+){3}|::1)$/.test(address);

function redirectTarget(
  from: URL,
  location: string,
  { method = 'GET' }: NetworkRequest,
  redirects: number,
): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to?.origin !== from.origin || method !== 'GET')
    throw new AuthError('NOT_ALLOWED', `${from.host} redirects to another origin, which is not followed`);
  if (redirects >= MAX_REDIRECTS)
    throw new AuthError('NOT_ALLOWED', `${from.host} redirects more than ${MAX_REDIRECTS} times`);
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
  if (isIP(literal) !== 0) allowedAddresses(url, [literal], options);
  // Connections are not reused, because a login needs only a few requests.
  const dispatcher = new Agent({ pipelining: 0, connect: { lookup } });
  try {
    const response = await request(url, {
      method: method as 'GET',
      headers: { accept: 'application/json', 'user-agent': 'clawdefender', ...headers },
      body: body === undefined ? null : String(body),
      dispatcher,
      signal,
    });
    const bytes = await readAll(url, response.body);
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304;
    return new Response(hasBody ? bytes : null, {
      status: response.statusCode,
      headers: Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    });
  } catch (error) {
    throw toAuthError(url, error as Error, signal);
  } finally {
    // This is not awaited, because a connection that is still being established would delay the result.
    dispatcher.destroy().catch(() => {});
  }
}

async function readAll(url: URL, body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY)
      throw new AuthError('NOT_ALLOWED', `the response of ${url.host} is larger than ${MAX_BODY / 1024} KiB`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Resolves a host name to its allowed addresses. The connection uses exactly these addresses, because a second lookup
 * could return others.
 */
function guardedLookup(url: URL, options: NetworkOptions): LookupFunction {
  const { resolve = resolveWithSystem } = options;
  return (hostname, _, callback) => {
    resolve(hostname)
      .then((found) => allowedAddresses(url, found, options))
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

const resolveWithSystem = async (hostname: string): Promise<readonly string[]> =>
  (await lookUp(hostname, { all: true, verbatim: true })).map(({ address }) => address);

function allowedAddresses(
  url: URL,
  addresses: readonly string[],
  { addressAllowed }: NetworkOptions,
): string[] {
  const isUnencrypted = url.protocol === 'http:';
  const allowed = addresses.filter(
    (address) => (addressAllowed?.(address) ?? true) && (!isUnencrypted || isLoopbackAddress(address)),
  );
  if (allowed.length > 0) return allowed;
  throw new AuthError('NOT_ALLOWED', `${url.host} resolves to an address that is not allowed`);
}

function toAuthError(
  url: URL,
  error: Error & { code?: string; cause?: unknown },
  signal: AbortSignal,
): Error {
  const inner = [error, error.cause].find((one) => one instanceof AuthError);
  if (inner !== undefined) return inner as AuthError;
  const problem = signal.aborted
    ? 'did not respond in time'
    : `cannot be reached (${error.code ?? error.name})`;
  return new AuthError('UNREACHABLE', `${url.host} ${problem}`, { cause: error });
}
