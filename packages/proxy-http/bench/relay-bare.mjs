// A minimal relay with node:http and undici, which forwards bytes without checks. It is the baseline for our proxy.
//
//   node relay-bare.mjs PORT-OF-UPSTREAM

import { createServer } from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(`http://127.0.0.1:${process.argv[2]}`, { bodyTimeout: 0 });

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { 'content-type': type, accept } = request.headers;
    const headers = { 'content-type': type, accept };
    let upstream;
    response.once('close', () => upstream?.abort(new Error('gone')));
    pool.dispatch(
      { path: '/', method: 'POST', headers, body: Buffer.concat(chunks) },
      {
        onRequestStart: (controller) => {
          upstream = controller;
        },
        onResponseStart: (_, status, received) => {
          response.writeHead(status, received);
          if (received['content-type'] === 'text/event-stream') response.flushHeaders();
        },
        onResponseData: (controller, chunk) => {
          if (response.write(chunk)) return;
          controller.pause();
          response.once('drain', () => controller.resume());
        },
        onResponseEnd: () => response.end(),
        onResponseError: () => response.destroy(),
      },
    );
  });
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
