// Runs a real authorization server on this machine (oidc-provider) that can be stopped and restarted, and that
// records its requests.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import { vi } from 'vitest';

export interface ProviderOptions {
  /** True if dynamic client registration is enabled. */
  readonly registration?: boolean;
  /** A client registered in advance. */
  readonly client?: { readonly id: string; readonly secret?: string };
  /** A client that gets tokens for itself with client credentials. */
  readonly machine?: { readonly id: string; readonly secret: string };
  readonly rotate?: boolean;
  /** A path in the issuer URL. */
  readonly path?: string;
  /** The resources whose access tokens are JWTs. */
  readonly jwtFor?: readonly string[];
  /** The keys that sign tokens; by default, the test keys of `oidc-provider`, which all instances share. */
  readonly keys?: readonly JWK[];
}

export class TestProvider {
  readonly issuer: string;
  readonly provider: Provider;
  /** The method and path of each request. */
  readonly requests: string[] = [];
  /** Called before the server handles a request; if it returns true, the server does not handle the request. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  #server: Server;
  readonly #port: number;

  private constructor(
    server: Server,
    { registration = true, client, machine, rotate = true, path = '', jwtFor = [], keys }: ProviderOptions,
  ) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.issuer = `http://127.0.0.1:${this.#port}${path}`;
    const configuration: Configuration = {
      clients: [
        ...(client === undefined ? [] : [registered(client)]),
        ...(machine === undefined ? [] : [registeredMachine(machine)]),
      ],
      scopes: ['offline_access', 'tools:read', 'tools:write'],
      cookies: { keys: ['a key for tests only'] },
      features: {
        registration: { enabled: registration },
        revocation: { enabled: true },
        clientCredentials: { enabled: machine !== undefined },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => [],
          useGrantedResource: () => true,
          getResourceServerInfo: (_, resource) => ({
            scope: 'tools:read tools:write',
            audience: resource,
            accessTokenFormat: jwtFor.includes(resource) ? 'jwt' : 'opaque',
            accessTokenTTL: 3600,
          }),
        },
      },
      rotateRefreshToken: rotate,
      ...(keys !== undefined && { jwks: { keys: [...keys] } }),
    };
    silenceWarnings();
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
      // For an issuer with a path, the metadata is also available at the URL of RFC 8414.
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

  /** Returns the document with its public keys. */
  async jwks(): Promise<string> {
    return (await fetch(`${this.issuer}/jwks`)).text();
  }

  /** Returns an access token that a client gets for itself. */
  async tokenOf({ id, secret }: { readonly id: string; readonly secret: string }, resource: string) {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** The number of token requests. */
  get grants(): number {
    return this.requests.filter((request) => request.endsWith('/token')).length;
  }

  async pause(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async resume(): Promise<void> {
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
  // Any port is allowed for a loopback redirect (RFC 8252, section 7.3).
  redirect_uris: ['http://127.0.0.1/callback'],
  application_type: 'native' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: secret === undefined ? ('none' as const) : ('client_secret_basic' as const),
});

const registeredMachine = ({ id, secret }: NonNullable<ProviderOptions['machine']>) => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: [],
  response_types: [],
  grant_types: ['client_credentials'],
});

/** Hides the warnings of `oidc-provider` that it is not configured for production. */
function silenceWarnings(): void {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
}
