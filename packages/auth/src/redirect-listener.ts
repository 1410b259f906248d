// An HTTP listener on this machine for the redirect of one login. It accepts only the right `state`, so that a web
// page cannot end the login by redirecting the browser to the listener.

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthError } from './errors.js';

export interface RedirectListener {
  readonly redirectUri: string;
  /** The parameters of the redirect. */
  readonly redirect: Promise<URLSearchParams>;
  close(): void;
}

const PATH = '/callback';

const page = (title: string, text: string) =>
  `<!doctype html><meta charset="utf-8"><title>ClawDefender</title><body style="font-family:sans-serif;margin:4em auto;max-width:30em"><h1>${title}</h1><p>${text}</p></body>\n`;

const DONE = page(
  'ClawDefender received your response',
  'You can close this page. The terminal shows the result.',
);
const UNKNOWN = page('Unknown login', 'This response does not belong to a pending login.');

/** Listens on 127.0.0.1, on the given port or on any free port. */
export async function listenForRedirect(state: string, port = 0): Promise<RedirectListener> {
  let accept: (parameters: URLSearchParams) => void = () => {};
  const redirect = new Promise<URLSearchParams>((resolve) => {
    accept = resolve;
  });
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const url = redirectUrl(request, `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`);
    if (url === undefined) return respond(response, 404, UNKNOWN);
    if (!isSame(url.searchParams.get('state') ?? '', state)) return respond(response, 400, UNKNOWN);
    respond(response, 200, DONE);
    response.once('close', () => accept(url.searchParams));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AuthError(
          'NOT_SUPPORTED',
          error.code === 'EADDRINUSE'
            ? `port ${port} is in use; choose another one`
            : `cannot listen on port ${port} (${error.code}); choose another one`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    redirect,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Returns the URL of a redirect. A different `Host` indicates DNS rebinding: a web page whose host name resolves to
 * this machine.
 */
function redirectUrl({ method, url = '', headers }: IncomingMessage, host: string): URL | undefined {
  if (method !== 'GET' || headers.host !== host || !URL.canParse(url, `http://${host}`)) return undefined;
  const target = new URL(url, `http://${host}`);
  return target.pathname === PATH && target.host === host ? target : undefined;
}

/**
 * Compares bytes, because strings of the same length can have different numbers of bytes, for which `timingSafeEqual`
 * throws.
 */
function isSame(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
}
