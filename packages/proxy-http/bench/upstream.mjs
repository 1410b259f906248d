// A minimal MCP server over HTTP: a response for each POST, or a stream of events that contain their time of
// sending.

import { createServer } from 'node:http';

const words = 'a small boat drifts past the mill while two herons watch the slow brown water ';

/** The responses contain ordinary prose, because the program searches them. */
const prose = (size) => words.repeat(Math.ceil(size / words.length)).slice(0, size);

const answer = (id, size) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: prose(size) }] } });

/** The responses are prepared, because creating them for each call would cost more than relaying them. */
const made = new Map();

function madeAnswer(id, size) {
  const key = `${size} ${id}`;
  const before = made.get(key);
  if (before !== undefined) return before;
  const body = Buffer.from(answer(id, size));
  made.set(key, body);
  return body;
}

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
    const { events = 0, every = 1, size = 100 } = params?.arguments ?? {};
    if (events > 0) return sendEvents(response, { id, events, every });
    const body = madeAnswer(id, size);
    response.writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length)]);
    response.end(body);
  });
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});

function sendEvents(response, { id, events, every }) {
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
}
