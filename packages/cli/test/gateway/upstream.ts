// Starts the upstream servers of a gateway: a real MCP server over HTTP, with or without sessions, and a token endpoint
// for OAuth 2 client credentials.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export class Upstream {
  readonly #hasSessions: boolean;
  readonly #sessions = new Map<string, StreamableHTTPServerTransport>();
  readonly #server: Server = createServer(async (request, response) => {
    if (request.url === '/token') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'hidden-token', token_type: 'Bearer', expires_in: 300 }));
      return;
    }
    const known = this.#sessions.get(String(request.headers['mcp-session-id']));
    const transport = known ?? (await this.#connect());
    if (!this.#hasSessions) response.on('close', () => void transport.close());
    await transport.handleRequest(request, response);
  });

  private constructor(hasSessions: boolean) {
    this.#hasSessions = hasSessions;
  }

  static async start({ sessions = false } = {}): Promise<Upstream> {
    const upstream = new Upstream(sessions);
    upstream.#server.listen(0, '127.0.0.1');
    await once(upstream.#server, 'listening');
    return upstream;
  }

  /** With sessions, the transport rejects requests with 400 until `initialize` has created one. */
  async #connect(): Promise<StreamableHTTPServerTransport> {
    const server = new McpServer({ name: 'upstream', version: '1' });
    server.registerTool('list_dir', { description: 'Lists a folder' }, () => ({
      content: [{ type: 'text', text: 'mail admin@example.com' }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: this.#hasSessions ? randomUUID : (undefined as never),
      onsessioninitialized: (id) => void this.#sessions.set(id, transport),
    });
    await server.connect(transport as never);
    return transport;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
