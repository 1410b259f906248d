// Starts `clawdefender serve` like a client, with a temporary folder for its state.

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The path of the installed program. */
export const program = fileURLToPath(new URL('dist/main.cjs', import.meta.resolve('@claw/cli/package.json')));

/** Returns a client that is connected to the server. */
export async function connect(home) {
  const client = new Client({ name: 'cooperative-agent', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve'],
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return client;
}
