// The upstream server, with one tool whose result contains an email address. Usage: node upstream.mjs PORT HOST

import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const [port, host] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const mcp = new McpServer({ name: 'files', version: '1.0.0' });
  mcp.registerTool('list_dir', { description: 'Lists a folder' }, () => ({
    content: [{ type: 'text', text: 'owner: admin@example.com' }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => transport.close());
  await mcp.connect(transport);
  await transport.handleRequest(request, response);
});
server.listen(Number(port), host, () => console.log(`serving on ${server.address().port}`));
