// Connects a real client that starts the built program in a home folder, as a client configuration would.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { type Home, program } from './home.js';

/** Returns a connection through `proxy` with these arguments. The connection is closed when the test ends. */
export async function connectThrough(home: Home, words: readonly string[]): Promise<Client> {
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'proxy', ...words],
    cwd: home.path,
    env: { PATH, HOME: home.path, ...home.env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

/** Returns the result of a call: its text, or the rule that denied it. */
export async function useTool(client: Client, name: string, input: object = {}): Promise<string> {
  try {
    const { content } = await client.callTool({ name, arguments: { ...input } });
    return (content as { text?: string }[])[0]?.text ?? '';
  } catch (error) {
    const { code, data } = error as { code?: number; data?: { rule?: string } };
    return `${code} ${data?.rule}`;
  }
}
