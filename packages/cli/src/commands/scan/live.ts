// Starts servers behind our own `proxy` and asks what they declare. Each gets a limited time, and is ended.

import { ownProgram } from '../../clients/own-program.js';
import type { Server } from '../../clients/servers.js';
import { version } from '../../version.js';
import { environmentOf } from '../../wrap/shape.js';
import { nameWords } from '../../wrap/wrap-entry.js';
import { ownWords } from './capabilities.js';

/** What a server says about itself. */
export interface Declaration {
  readonly tools: readonly unknown[];
  readonly instructions?: string;
}

const patienceMilliseconds = 30_000;

/** So many servers are started at once: some of them have to be downloaded first. */
const atOnce = 4;

/** Asks servers one after the other; `report` hears about each. */
export async function askServers(
  servers: readonly Server[],
  report: (server: Server, answer: Declaration | { readonly problem: string }) => void,
): Promise<void> {
  const waiting = [...servers];
  const work = async () => {
    for (let server = waiting.shift(); server; server = waiting.shift()) report(server, await ask(server));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** What is poisoned must reach us to be reported, so the firewall may say what it would do, but not do it. */
async function observing(): Promise<readonly string[]> {
  const { proxy } = await import('../proxy.js');
  return Object.hasOwn(proxy.options, 'mode') ? ['--mode', 'observe'] : [];
}

async function ask(server: Server): Promise<Declaration | { readonly problem: string }> {
  const words = ownWords(server);
  const env = Object.entries(environmentOf(server.entry, server.shape)).map(([key, value]) => [
    key,
    String(value),
  ]);
  const unresolved = [...words, ...env.map(([, value]) => value as string)].find((word) => /\$\{/.test(word));
  if (words.length === 0) return { problem: 'it has no command that could be started' };
  if (unresolved !== undefined) return { problem: `only its client knows what \`${unresolved}\` stands for` };
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { node, script } = ownProgram();
  const folder = server.entry.value['cwd'];
  const transport = new StdioClientTransport({
    command: node,
    args: [script, 'proxy', ...(await observing()), ...nameWords(server.entry.name), '--', ...words],
    env: { ...(process.env as Record<string, string>), ...Object.fromEntries(env) },
    stderr: 'ignore',
    ...(typeof folder === 'string' ? { cwd: folder } : {}),
  });
  const client = new Client({ name: 'clawdefender-scan', version });
  const options = { timeout: patienceMilliseconds };
  try {
    await client.connect(transport, options);
    const tools: unknown[] = [];
    let cursor: string | undefined;
    do {
      if (!client.getServerCapabilities()?.tools) break;
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, options);
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined && tools.length < 10_000);
    const instructions = client.getInstructions();
    return { tools, ...(instructions === undefined ? {} : { instructions }) };
  } catch (error) {
    return { problem: `it could not be asked: ${(error as Error).message}` };
  } finally {
    await client.close().catch(() => {});
  }
}
