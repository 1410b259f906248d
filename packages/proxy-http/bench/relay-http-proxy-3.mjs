// http-proxy-3 with keep-alive connections.
//
//   node relay-http-proxy-3.mjs PORT-OF-UPSTREAM

import { Agent, createServer } from 'node:http';
import { fromTools } from './from-tools.mjs';

const { createProxyServer } = fromTools('http-proxy-3');

const proxy = createProxyServer({
  target: `http://127.0.0.1:${process.argv[2]}`,
  agent: new Agent({ keepAlive: true }),
});
proxy.on('error', () => {});
createServer((request, response) => proxy.web(request, response)).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
