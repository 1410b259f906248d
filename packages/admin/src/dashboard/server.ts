// The HTTP server of the dashboard on the loopback interface. It authenticates requests and serves the page, the
// routes and live events.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createTokenFinder } from '../gateway/admin-token.js';
import { toProblem as toGatewayProblem } from '../gateway/api.js';
import { Problem } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { createRouter } from '../http/router.js';
import { approvalRoutes } from '../routes/approvals.js';
import { killRoutes } from '../routes/kill.js';
import { logRoutes } from '../routes/logs.js';
import { Connections } from './access/connections.js';
import { credentialsOf } from './access/credentials.js';
import { checkOrigin, checkOwnPage } from './access/origin.js';
import { refuseUpgrade } from './access/refuse-upgrade.js';
import { type SignedIn, SignIn } from './access/sign-in.js';
import { withProxies } from './kill-states.js';
import { LiveEvents } from './live/live-events.js';
import { pageRoutes } from './page-files.js';
import type { AdminPorts } from './ports.js';
import { eventRoutes } from './routes/events.js';
import { createAuditing, gatewayDashboardRoutes } from './routes/gateway.js';
import { overviewRoutes } from './routes/overview.js';
import { pageApprovalRoutes } from './routes/page-approvals.js';
import { policyRoutes } from './routes/policy.js';
import { openRoutes, sessionRoutes } from './routes/session.js';
import { suggestionRoutes } from './routes/suggestions.js';
import { threatRoutes } from './routes/threats.js';
import { toolRoutes } from './routes/tools.js';

export interface AdminOptions extends AdminPorts {
  /** The port; with 0, the system chooses a free port. */
  readonly port: number;
  /** The folder with the built page. */
  readonly page: string;
  /** The key with which another command run by the same user can request a link; see `requestLink`. */
  readonly linkKey?: string | undefined;
  /** Called with unexpected errors. */
  readonly onError?: (error: Error) => void;
}

/** A running dashboard. */
export interface Admin {
  readonly port: number;
  /** Creates a link with a one-time token. The previous link becomes invalid. */
  link(): string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/**
 * The number of connections is limited, because every user of this machine can connect, and a gateway in the same
 * process also needs file descriptors.
 */
const maxConnections = 256;

/**
 * The time limits for a request and its head, in milliseconds. They are checked every second instead of every 30
 * seconds, the default.
 */
const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Starts a dashboard. Rejects if the port is in use. */
export async function startAdmin(options: AdminOptions): Promise<Admin> {
  const admin = new Dashboard(options, await pageRoutes(options.page));
  await admin.listen(options.port);
  return admin;
}

function toProblem(error: unknown): Problem | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'POLICY_INVALID' ? new Problem(400, message) : toGatewayProblem(error);
}

class Dashboard implements Admin {
  readonly #signIn = new SignIn();
  readonly #connections = new Connections(maxConnections);
  readonly #live: LiveEvents;
  readonly #server: Server;
  readonly #publicPaths: ReadonlySet<string>;

  constructor(options: AdminOptions, page: readonly Route[]) {
    this.#live = new LiveEvents(options);
    this.#publicPaths = new Set(page.map(({ path }) => path));
    const { gateway, linkKey } = options;
    const auditing = createAuditing(gateway);
    const handleRequest = createRouter({
      routes: [
        ...page,
        ...sessionRoutes({
          signIn: this.#signIn,
          createLink: () => this.link(),
          linkKey,
          findAdminToken: gateway && createTokenFinder(gateway.state, gateway.adminToken),
        }),
        ...approvalRoutes(options, auditing.auditApprovals),
        ...killRoutes({ killSwitch: withProxies(options) }, (enabled, actor, act) =>
          auditing.auditKillSwitch(enabled, actor, async () => {
            await act();
            this.#live.switched(enabled);
          }),
        ),
        ...gatewayDashboardRoutes(gateway),
        ...eventRoutes(options),
        ...logRoutes(options),
        ...overviewRoutes(options),
        ...pageApprovalRoutes(options),
        ...policyRoutes(options),
        ...suggestionRoutes(options),
        ...threatRoutes(options),
        ...toolRoutes(options),
      ],
      authenticate: (request, path) => this.#authenticate(request, path),
      headers,
      toProblem,
      onError: options.onError,
    });
    this.#server = createServer(limits, handleRequest);
    this.#server.on('connection', (socket) => this.#connections.accept(socket));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  link(): string {
    // Browsers do not send the part after `#` to servers, not even in the `Referer` header.
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

  #authenticate(request: IncomingMessage, path: string): string {
    checkOrigin(request, this.port);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && this.#publicPaths.has(path)) return 'anonymous';
    if (openRoutes.has(`${request.method} ${path}`)) return 'anonymous';
    const { by, name } = this.#find(request);
    if (!isReading && by === 'cookie') checkOwnPage(request);
    return name;
  }

  #find(request: IncomingMessage): SignedIn & { readonly by: 'cookie' | 'bearer' } {
    const credentials = credentialsOf(request.headers);
    const session = credentials && this.#signIn.find(credentials);
    if (credentials === undefined || session === undefined)
      throw new Problem(401, 'You are not signed in. Open the link that `clawdefender dashboard` prints.');
    this.#connections.signedIn(request.socket);
    return { ...session, by: credentials.by };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    try {
      checkOrigin(request, this.port);
      const { by, signal } = this.#find(request);
      if (by === 'cookie') checkOwnPage(request);
      const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
      if (pathname !== '/ws') throw new Problem(404, 'No WebSocket at this path. Use `/ws`.');
      this.#live.take(request, socket, head, { signal, after: searchParams.get('after') ?? undefined });
    } catch (error) {
      refuseUpgrade(socket, error instanceof Problem ? error.status : 500);
    }
  }
}
