// Connects with a real SDK, calls a tool, and closes as that SDK does.
// usage: client-that-closes.mjs sdk1|sdk2 COMMAND [ARG…]
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const fixtures = createRequire(new URL('../../../fixtures/package.json', import.meta.url));
const load = (specifier) => import(pathToFileURL(fixtures.resolve(specifier)).href);
const sdks = {
  sdk1: ['@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client/stdio.js'],
  // To negotiate the version, this SDK starts a second server, sends one request and closes it.
  sdk2: ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
};

const [sdk, command, ...args] = process.argv.slice(2);
const [{ Client }, { StdioClientTransport }] = await Promise.all(sdks[sdk].map(load));
const client = new Client({ name: 'prove', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
// The server gets the whole environment, because it contains the marker.
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
await client.close();
