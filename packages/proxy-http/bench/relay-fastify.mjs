// Fastify's proxy plugin, configured as documented.
//
//   node relay-fastify.mjs PORT-OF-UPSTREAM

import { fromTools } from './from-tools.mjs';

const fastify = fromTools('fastify');
const httpProxy = fromTools('@fastify/http-proxy');

const app = fastify();
app.register(httpProxy, { upstream: `http://127.0.0.1:${process.argv[2]}` });
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${app.server.address().port}\n`);
