// The listening side: lets a request in or turns it away, finds its route, and sends the answer with headers that leave a
// browser no freedom. On loopback only.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Live } from './live.js';
import { checkOrigin, checkOwnPage } from './origin.js';
import { assets } from './page/assets.js';
import type { AdminPorts } from './ports.js';
import { Problem, problemBody } from './problem.js';
import { membersOf, readBody } from './read-body.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { type AdminReply, findRoute, type Route } from './router.js';
import { approvalRoutes } from './routes/approvals.js';
import { logRoutes } from './routes/logs.js';
import { switchRoutes } from './routes/switches.js';
import { credentialsOf, noCookie, SignIn, sessionCookie } from './sign-in.js';

export interface AdminOptions extends AdminPorts {
  /** 0 picks one. */
  readonly port: number;
  /** Told of what went wrong on our side. */
  readonly onError?: (error: Error) => void;
}

/** A dashboard that runs. */
export interface Admin {
  readonly port: number;
  /** A link with a token that can be used once; the link before is worth nothing any more. */
  link(): string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Every user of this machine can connect, and a proxy in the same process needs files, too. */
const mostConnections = 256;

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Starts a dashboard. Rejects when the port is in use. */
export async function startAdmin(options: AdminOptions): Promise<Admin> {
  const admin = new Dashboard(options);
  await admin.listen(options.port);
  return admin;
}

class Dashboard implements Admin {
  readonly #options: AdminOptions;
  readonly #signIn = new SignIn();
  readonly #routes: readonly Route[];
  readonly #live: Live;
  readonly #server: Server;

  constructor(options: AdminOptions) {
    this.#options = options;
    this.#live = new Live(options);
    this.#routes = [
      ...approvalRoutes(options),
      ...switchRoutes(options, (enabled) => this.#live.switched(enabled)),
      ...logRoutes(options),
    ];
    this.#server = createServer({ requestTimeout: 10_000 }, (request, response) => {
      void this.#answer(request, response);
    });
    this.#server.maxConnections = mostConnections;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  link(): string {
    // What stands behind `#` is never sent: not to us, not to a log, not to another page.
    return `http://${host}:${this.port}/#token=${this.#signIn.createLinkToken()}`;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.removeListener('error', reject);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.#live.close();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = readUrl(request);
      checkOrigin(request, this.port);
      const asset = assets.get(url.pathname);
      if (asset !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
        response.writeHead(200, { ...headers, 'Content-Type': asset.type }).end(asset.text);
        return;
      }
      send(response, await this.#call(request, url));
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem(500, 'something went wrong here');
      if (problem !== error) this.#options.onError?.(error as Error);
      // What was not read of the body would be taken for the next request.
      const more = problem.status === 413 ? { Connection: 'close' } : {};
      const reply = { status: problem.status, body: problemBody(problem), headers: more };
      send(response, reply, 'application/problem+json');
    }
  }

  async #call(request: IncomingMessage, url: URL): Promise<AdminReply> {
    const method = request.method ?? 'GET';
    if (url.pathname === '/api/session' && method === 'POST') return this.#begin(await readBody(request));
    const { by, end } = this.#letIn(request);
    if (method !== 'GET' && by === 'cookie') checkOwnPage(request);
    if (url.pathname === '/api/session' && method === 'DELETE') {
      end();
      return { status: 204, headers: { 'Set-Cookie': noCookie } };
    }
    const { route, params } = findRoute(this.#routes, method, url.pathname);
    const body = method === 'GET' ? undefined : await readBody(request);
    return route.handle({ params, query: url.searchParams, body });
  }

  #letIn(request: IncomingMessage) {
    const credentials = credentialsOf(request.headers);
    const session = credentials && this.#signIn.find(credentials);
    if (credentials === undefined || session === undefined)
      throw new Problem(401, 'open the link that `clawdefender dashboard` prints');
    return { ...session, by: credentials.by };
  }

  /** A link becomes a session: a cookie for a browser, a bearer token for a program that asks for one. */
  #begin(body: unknown): AdminReply {
    const { token, as } = membersOf(body);
    if (typeof token !== 'string') throw new Problem(400, 'send the token of the link', 'token');
    const entry = this.#signIn.exchange(token);
    if (entry === undefined)
      throw new Problem(401, 'this link was used already, or is none of ours; start the dashboard again');
    if (as === 'bearer') return { status: 201, body: { bearer: entry.session } };
    return {
      status: 201,
      body: { page: entry.page },
      headers: { 'Set-Cookie': sessionCookie(entry.session) },
    };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    try {
      checkOrigin(request, this.port);
      const { by, over } = this.#letIn(request);
      if (by === 'cookie') checkOwnPage(request);
      if (request.url !== '/ws') throw new Problem(404, 'live events are at `/ws`');
      this.#live.take(request, socket, head, over);
    } catch (error) {
      refuseUpgrade(socket, error instanceof Problem ? error.status : 500);
    }
  }
}

function send(response: ServerResponse, reply: AdminReply, type = 'application/json'): void {
  const { status = 200, body, headers: more } = reply;
  if (body === undefined) response.writeHead(status, { ...headers, ...more }).end();
  else response.writeHead(status, { ...headers, 'Content-Type': type, ...more }).end(JSON.stringify(body));
}

function readUrl({ url = '/' }: IncomingMessage): URL {
  try {
    return new URL(url, `http://${host}`);
  } catch {
    throw new Problem(400, 'the address of the request cannot be read');
  }
}
