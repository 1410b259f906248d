// Checks the origin of requests. Any web page can send requests to this machine, and any host name can resolve to it
// (DNS rebinding), so the host must be a loopback name, and requests from pages must come from the dashboard page.

import type { IncomingMessage } from 'node:http';
import { Problem } from '../../http/problem.js';

const hosts = ['127.0.0.1', 'localhost', '[::1]'];

/** Throws an error if the request was sent to another host name, or by a page from another origin. */
export function checkOrigin({ headers, method }: IncomingMessage, port: number): void {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.some((name) => host === `${name}:${port}`))
    throw new Problem(
      421,
      'Wrong `Host` header. Use `127.0.0.1` or `localhost` with the port of the dashboard.',
    );
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Problem(403, 'Pages from other origins have no access.');
  const site = headers['sec-fetch-site'];
  const isNavigation = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
    throw new Problem(403, 'Pages from other sites have no access.');
}

/**
 * Throws an error if the dashboard page did not send the request. Browsers send cookies with every request, so a
 * cookie does not prove that the page sent it; requests that change data also need an `Origin` or `Sec-Fetch-Site`
 * header. `checkOrigin` has checked the value of `Origin` before.
 */
export function checkOwnPage({ headers }: IncomingMessage): void {
  if (headers.origin === undefined && headers['sec-fetch-site'] !== 'same-origin')
    throw new Problem(
      403,
      'Requests that change data and are authenticated with a cookie need an `Origin` header. Use a bearer token in scripts.',
    );
}
