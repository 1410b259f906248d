// A real provider on this machine (oidc-provider) that can be told to go away and come back, and that remembers what it
// was asked.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { vi } from 'vitest';

export interface ProviderOptions {
  /** Whether programs may register themselves. */
  readonly registration?: boolean;
  /** A client that was registered by hand. */
  readonly client?: { readonly id: string; readonly secret?: string };
  readonly rotate?: boolean;
  /** A path in the issuer's name. */
  readonly path?: string;
}

export class TestProvider {
  readonly issuer: string;
  readonly provider: Provider;
  /** Method and path of everything that it was asked. */
  readonly requests: string[] = [];
  /** Answers in its place, where it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  #server: Server;
  readonly #port: number;

  private constructor(
    server: Server,
    { registration = true, client, rotate = true, path = '' }: ProviderOptions,
  ) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.issuer = `http://127.0.0.1:${this.#port}${path}`;
    const configuration: Configuration = {
      clients: client === undefined ? [] : [registered(client)],
      scopes: ['offline_access', 'tools:read', 'tools:write'],
      cookies: { keys: ['a key for tests only'] },
      features: {
        registration: { enabled: registration },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => [],
          useGrantedResource: () => true,
          getResourceServerInfo: (_, resource) => ({
            scope: 'tools:read tools:write',
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: 3600,
          }),
        },
      },
      rotateRefreshToken: rotate,
    };
    quieten();
    this.provider = new Provider(this.issuer, configuration);
    this.#serve(server, path);
  }

  static async start(options: ProviderOptions = {}): Promise<TestProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestProvider(server, options);
  }

  #serve(server: Server, path: string): void {
    const handle = this.provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
      if (this.intercept(request, response)) return;
      // As a provider that is mounted below a path: the description lies where RFC 8414 wants it, too.
      request.url = request.url?.replace(
        /^\/\.well-known\/oauth-authorization-server.*/,
        `${path}/.well-known/openid-configuration`,
      );
      if (path !== '' && request.url?.startsWith(path)) {
        Object.assign(request, { originalUrl: request.url });
        request.url = request.url.slice(path.length);
      }
      void handle(request, response);
    });
  }

  /** How often tokens were asked for. */
  get grants(): number {
    return this.requests.filter((request) => request.endsWith('/token')).length;
  }

  async goAway(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async comeBack(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async revokeAccess(token: string): Promise<void> {
    await (await this.provider.AccessToken.find(token))?.destroy();
  }

  async revokeRefresh(token: string): Promise<void> {
    await (await this.provider.RefreshToken.find(token))?.destroy();
  }
}

const registered = ({ id, secret }: { readonly id: string; readonly secret?: string }) => ({
  client_id: id,
  ...(secret !== undefined && { client_secret: secret }),
  // Any port will do on this machine (RFC 8252, 7.3).
  redirect_uris: ['http://127.0.0.1/callback'],
  application_type: 'native' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: secret === undefined ? ('none' as const) : ('client_secret_basic' as const),
});

/** It says at every start that it is not set up for production, which is true. */
function quieten(): void {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
}
