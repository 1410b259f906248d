// A real MCP server on HTTP with sessions, and a token endpoint for OAuth2 client credentials, as upstream of a
// gateway.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export class Upstream {
  readonly #sessions = new Map<string, StreamableHTTPServerTransport>();
  readonly #server: Server = createServer(async (request, response) => {
    if (request.url === '/token') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'hidden-token', token_type: 'Bearer', expires_in: 300 }));
      return;
    }
    const known = this.#sessions.get(String(request.headers['mcp-session-id']));
    await (known ?? (await this.#openSession())).handleRequest(request, response);
  });

  static async start(): Promise<Upstream> {
    const upstream = new Upstream();
    upstream.#server.listen(0, '127.0.0.1');
    await once(upstream.#server, 'listening');
    return upstream;
  }

  /** Until `initialize` creates the session, the transport rejects all other requests with 400. */
  async #openSession(): Promise<StreamableHTTPServerTransport> {
    const server = new McpServer({ name: 'upstream', version: '1' });
    server.registerTool('list_dir', { description: 'Lists a folder' }, () => ({
      content: [{ type: 'text', text: 'mail admin@example.com' }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
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
