// Runs a session of an ordinary client with a file server, using the client of the official SDK.

import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { startProgram } from './program.mjs';

/** Connects a client, lists the tools, writes a file and reads it. Resolves to the data that the client received. */
export async function converse(command, folder) {
  const [file, ...args] = command;
  const program = startProgram(file, args);
  const client = new Client({ name: 'demo', version: '1.0.0' });
  try {
    await client.connect(createTransport(program));
    const { tools } = await client.listTools();
    const path = join(folder, 'note.txt');
    await client.callTool({ name: 'write_file', arguments: { path, content: 'Grüße, 漢字 and 🙂\n' } });
    const { content } = await client.callTool({ name: 'read_text_file', arguments: { path } });
    return {
      server: client.getServerVersion(),
      tools: tools.map(({ name }) => name),
      text: content[0].text,
      code: await program.end(),
      bytes: program.received(),
      stderr: program.stderr(),
    };
  } finally {
    await program.end();
  }
}

/** Creates a transport that keeps the received bytes, because the transport of the SDK does not provide them. */
const createTransport = (program) => ({
  async start() {
    program.onLine((line) => this.onmessage?.(JSON.parse(line)));
  },
  async send(message) {
    program.send(`${JSON.stringify(message)}\n`);
  },
  async close() {},
});
