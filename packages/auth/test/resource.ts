// Runs a real MCP server (SDK, Streamable HTTP) that requires a token from its authorization server, with the scope
// that a tool needs.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { TestProvider } from './provider.js';

export class TestResource {
  /** The tools that were called. */
  readonly called: string[] = [];
  /** The received tokens in order; consecutive duplicates are omitted. */
  readonly tokens: string[] = [];
  /** Called before the server handles a request; if it returns true, the server does not handle the request. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;
  readonly #provider: TestProvider;
  readonly #sessions = new Map<string, StreamableHTTPServerTransport>();

  private constructor(server: Server, provider: TestProvider) {
    this.#server = server;
    this.#provider = provider;
    server.on('request', (request, response) => void this.#handle(request, response));
  }

  static async start(provider: TestProvider): Promise<TestResource> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestResource(server, provider);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/team/mcp`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get metadata(): object {
    return {
      resource: this.url,
      authorization_servers: [this.#provider.issuer],
      scopes_supported: ['tools:read'],
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept(request, response)) return;
    if (request.url === '/.well-known/oauth-protected-resource/team/mcp')
      return sendJson(response, 200, this.metadata);
    if (request.url !== '/team/mcp') return sendJson(response, 404, {});
    const text = Buffer.concat(await request.toArray()).toString();
    const message = text === '' ? undefined : JSON.parse(text);
    const rejection = await this.#reject(request, message);
    if (rejection !== undefined) {
      const [status, challenge] = rejection;
      const metadataUrl = `${this.origin}/.well-known/oauth-protected-resource/team/mcp`;
      response.setHeader('WWW-Authenticate', `Bearer ${challenge}, resource_metadata="${metadataUrl}"`);
      return sendJson(response, status, { error: 'rejected' });
    }
    const transport = await this.#transportFor(request);
    await transport.handleRequest(request, response, message);
  }

  async #reject(
    { headers }: IncomingMessage,
    message: { method?: string; params?: { name?: string } } | undefined,
  ): Promise<[status: number, challenge: string] | undefined> {
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) return [401, 'realm="team, tools"'];
    if (this.tokens.at(-1) !== token) this.tokens.push(token);
    const found = await this.#provider.provider.AccessToken.find(token);
    const isOurs = [found?.aud].flat().includes(this.url);
    if (found === undefined || !isOurs) return [401, 'error="invalid_token"'];
    const needed = message?.params?.name === 'write' ? 'tools:write' : 'tools:read';
    return found.scope?.split(' ').includes(needed)
      ? undefined
      : [403, `error="insufficient_scope", scope="${needed}"`];
  }

  async #transportFor({ headers }: IncomingMessage): Promise<StreamableHTTPServerTransport> {
    const known = this.#sessions.get(String(headers['mcp-session-id']));
    if (known !== undefined) return known;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, transport),
    });
    const server = new McpServer({ name: 'team', version: '1.0.0' });
    for (const name of ['read', 'write'])
      server.registerTool(name, { description: `${name}s` }, () => {
        this.called.push(name);
        return { content: [{ type: 'text', text: `${name} done` }] };
      });
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    return transport;
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
