// An MCP server over HTTP for the screenshots of the gateway.

import { once } from 'node:events';
import { createServer } from 'node:http';

const tool = (name, description, property) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { [property]: { type: 'string' } } },
});

const tools = [
  tool('search_tickets', 'Searches tickets by their text.', 'query'),
  tool('list_tickets', 'Lists the tickets of a project.', 'project'),
  tool('delete_ticket', 'Deletes a ticket.', 'id'),
];

const results = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'tickets', version: '1.0.0' },
  },
  'tools/list': { tools },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
};

/** Starts the server. Returns its URL and a function that stops it. */
export async function startUpstream() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method } = body === '' ? {} : JSON.parse(body);
    if (id === undefined) {
      response.writeHead(request.method === 'POST' ? 202 : 405).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
