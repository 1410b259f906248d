// A small server that uses the SDK; in practice, a third party provides it.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = new Server({ name: 'greeter', version: '1.0.0' }, { capabilities: { tools: {} } });
const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'greet', inputSchema }] }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `Hello, ${params.arguments.name}` }],
}));
await server.connect(new StdioServerTransport());
