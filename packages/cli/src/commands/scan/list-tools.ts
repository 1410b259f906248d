// Starts servers behind `proxy` and requests their declarations. Each server has a time limit. We stop the server, or
// its proxy does when our process exits and the input of the proxy closes.

import type { Stream } from 'node:stream';
import { ownProgram } from '../../clients/own-program.js';
import type { Server } from '../../clients/servers.js';
import { version } from '../../command-line/version.js';
import { pluralize } from '../../terminal/pluralize.js';
import { type LaunchCommand, launchCommandOf } from './launch-command.js';
import { installerOf } from './launch-findings.js';

/** The declarations of a server. */
export interface Declaration {
  readonly tools: readonly unknown[];
  /** The `initialize` result, which contains the name and the instructions of the server. */
  readonly about: unknown;
}

export type ListedTools = Declaration | { readonly problem: string };

/** The number of servers that run at the same time; some have to be downloaded first. */
const atOnce = 4;

/** The maximum number of tools; longer lists are truncated. */
const maxTools = 10_000;

/** The maximum number of characters of all tools together, because each page may be as large as a message. */
const maxTotalText = 32 * 1024 * 1024;

/** Inspects several servers at once and calls `report` for each of them. */
export async function listTools(
  servers: readonly Server[],
  secondsGiven: number | undefined,
  report: (server: Server, answer: ListedTools) => void,
): Promise<void> {
  const waiting = [...servers];
  const work = async () => {
    for (let server = waiting.shift(); server; server = waiting.shift()) {
      const way = launchCommandOf(server);
      report(server, 'problem' in way ? way : await ask(server, way, secondsGiven));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The default time limit for a server. A server that may have to be installed first gets more time. */
const usualSeconds = 30;
const installingSeconds = 180;

async function ask(
  server: Server,
  { words, env }: LaunchCommand,
  secondsGiven: number | undefined,
): Promise<ListedTools> {
  const installer = installerOf(server);
  const seconds = secondsGiven ?? (installer === undefined ? usualSeconds : installingSeconds);
  const timeoutMilliseconds = seconds * 1000;
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const { node, script } = ownProgram();
  const folder = server.entry.value['cwd'];
  const transport = new StdioClientTransport({
    command: node,
    // Poisoned definitions must reach us so that we can report them, so the firewall runs in observe mode.
    args: [script, 'proxy', '--mode', 'observe', ...words],
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: 'pipe',
    ...(typeof folder === 'string' ? { cwd: folder } : {}),
  });
  const client = new Client({ name: 'clawdefender-scan', version });
  const lastLine = lastLineOf(transport.stderr);
  // All requests share one time limit, so a server that responds slowly to each request fails like a server that never
  // responds.
  const over = AbortSignal.timeout(timeoutMilliseconds);
  const options = { signal: over, timeout: timeoutMilliseconds };
  try {
    await client.connect(transport, options);
    const tools: unknown[] = [];
    let text = 0;
    let cursor: string | undefined;
    while (client.getServerCapabilities()?.tools) {
      // The SDK method `listTools` is not used: it drops members that it does not know, but the proxy compares complete
      // definitions.
      const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
      const page = await client.request(request, ResultSchema, options);
      if (!Array.isArray(page['tools']))
        return { problem: 'it did not list its tools: the response contains no list' };
      tools.push(...page['tools']);
      cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined;
      text += JSON.stringify(page).length;
      if (cursor === undefined) break;
      if (tools.length >= maxTools || text >= maxTotalText)
        return { problem: `it lists too many tools (more than ${tools.length})` };
    }
    return {
      tools,
      about: { serverInfo: client.getServerVersion(), instructions: client.getInstructions() },
    };
  } catch (error) {
    return {
      problem: over.aborted
        ? `it did not respond within ${pluralize(seconds, 'second')}${meanwhile(installer)}`
        : `it did not list its tools: ${(isClosed(error) && lastLine()) || wordsOf(error)}`,
    };
  } finally {
    await client.close().catch(() => {});
  }
}

/** A remark about an interrupted installation, which may leave partial files that prevent the next start. */
const meanwhile = (installer: string | undefined): string =>
  installer === undefined
    ? ''
    : ` and was stopped; \`${installer}\` may still have been installing it. Start it once without the scan, or increase \`--timeout\``;

/** True if the connection was closed: a proxy that cannot start reports the reason and exits. */
const isClosed = (error: unknown): boolean => (error as { code?: unknown }).code === -32000;

/** The message of an error, without the error code that the SDK adds. */
const wordsOf = (error: unknown): string => (error as Error).message.replace(/^MCP error -?\d+: /, '');

/** Returns the last line of a stream, without the prefix of our proxy. */
function lastLineOf(stream: Stream | null): () => string | undefined {
  let end = '';
  stream?.on('data', (chunk: Buffer) => {
    end = (end + chunk.toString()).slice(-maxLineLength);
  });
  return () =>
    end
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^clawdefender: /, '');
}

const maxLineLength = 2000;
