// An MCP server over HTTP that responds to each call with the next text of a list.
//
//   node http-upstream.mjs RESULTS.json     a JSON array of results, each as the text of a JSON value; prints the port

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const results = JSON.parse(readFileSync(process.argv[2], 'utf8'));

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id } = JSON.parse(Buffer.concat(chunks).toString());
  const body = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${results[id % results.length]}}`);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
