// A small load balancer: it sends each request to the next node, or to another node if that node does not accept it.
// Usage: node balancer.mjs PORT HOST NODE…

import { createServer, request } from 'node:http';

const [port, host, ...nodes] = process.argv.slice(2);
let next = 0;

const server = createServer((incoming, outgoing) => {
  next += 1;
  forward(incoming, outgoing, next, nodes.length);
});
server.listen(Number(port), host, () => console.log(`balancing on ${server.address().port}`));

// Opens one connection for each request, because a kept connection could belong to a node that has just exited.
function forward(incoming, outgoing, index, attempts) {
  const { method, url } = incoming;
  const addresses = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress];
  const headers = { ...incoming.headers, 'x-forwarded-for': addresses.filter(Boolean).join(', ') };
  const sent = request(
    new URL(url, nodes[index % nodes.length]),
    { method, headers, agent: false },
    (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      response.pipe(outgoing);
    },
  );
  sent.on('error', (error) => {
    // If a node rejects the connection, it has received no part of the request, so the request can be sent to another
    // node.
    if (error.code === 'ECONNREFUSED' && attempts > 1) forward(incoming, outgoing, index + 1, attempts - 1);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  sent.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => incoming.pipe(sent));
    else incoming.pipe(sent);
  });
  outgoing.on('close', () => sent.destroy());
}
