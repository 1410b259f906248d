// A server with a constant result that uses the second-generation SDK without its tool layer.

import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { constant } from './constant.mjs';

serveStdio(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => constant);
  return server;
});
