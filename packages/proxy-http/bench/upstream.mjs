// The least that an MCP server over HTTP can do: an answer for each POST, or a stream of events that say when they left.

import { createServer } from 'node:http';

const answer = (id, size) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(size) }] } });

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
  const { events = 0, every = 1, size = 100 } = params?.arguments ?? {};
  if (events === 0) {
    const body = answer(id, size);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    const data = { level: 'info', data: performance.timeOrigin + performance.now() };
    response.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: data })}\n\n`,
    );
    if (++sent < events) return;
    clearInterval(timer);
    response.end(`data: ${answer(id, 10)}\n\n`);
  }, every);
  response.once('close', () => clearInterval(timer));
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
