// Where the browser comes back to: a listener on this machine, for one answer. It takes none but the one that belongs to
// the login (by its `state`), so that no page can end a login by sending the browser here.

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthError } from './errors.js';

export interface RedirectListener {
  readonly redirectUri: string;
  /** What the provider has sent along, once. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

const PATH = '/callback';

const page = (title: string, text: string) =>
  `<!doctype html><meta charset="utf-8"><title>ClawDefender</title><body style="font-family:sans-serif;margin:4em auto;max-width:30em"><h1>${title}</h1><p>${text}</p></body>\n`;

const DONE = page('ClawDefender has your answer', 'You can close this page. The terminal says how it went.');
const FOREIGN = page('Not from here', 'This answer belongs to no login that is under way.');

/** Listens on 127.0.0.1, on this port or on a free one. */
export async function listenForRedirect(state: string, port = 0): Promise<RedirectListener> {
  let take: (answer: URLSearchParams) => void = () => {};
  const answer = new Promise<URLSearchParams>((resolve) => {
    take = resolve;
  });
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const url = targetOf(request, `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`);
    if (url === undefined) return respond(response, 404, FOREIGN);
    if (!isSame(url.searchParams.get('state') ?? '', state)) return respond(response, 400, FOREIGN);
    respond(response, 200, DONE);
    response.once('close', () => take(url.searchParams));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AuthError(
          'NOT_OFFERED',
          `port ${port} of this machine cannot be used (${error.code}); choose another`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    answer,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Another `Host` means that a page has made the browser believe that its name is this machine. */
function targetOf({ method, url = '', headers }: IncomingMessage, host: string): URL | undefined {
  if (method !== 'GET' || headers.host !== host || !URL.canParse(url, `http://${host}`)) return undefined;
  const target = new URL(url, `http://${host}`);
  return target.pathname === PATH && target.host === host ? target : undefined;
}

/** Compared as bytes: letters beyond ASCII have more of those than they count as letters. */
function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
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
