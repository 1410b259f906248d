// Performs a handshake with an upstream server and lists its tools, page by page and within limits.

import { PassThrough } from 'node:stream';
import type { Attempt } from '@claw/admin';
import type { DiscoveredTool } from '@claw/gateway';
import { startStdioToHttpProxy, type UpstreamOptions } from '@claw/proxy-http';
import { version } from '../../command-line/version.js';

export interface DiscoveryRequest {
  readonly url: string;
  readonly bearer: string | undefined;
  readonly upstream: UpstreamOptions;
}

const TIMEOUT_MILLISECONDS = 30_000;
const MAX_TOOLS = 5000;
/** A page may be empty, so the number of tools does not limit the number of pages. */
const MAX_PAGES = 200;
const MAX_LINE = 10 * 1024 * 1024;

const clientInfo = { name: 'clawdefender-gateway', version };
const legacyVersion = '2025-11-25';
/** The `_meta` that servers without a handshake require. */
const statelessMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Returns the tools that the server lists, or the reason why they are unavailable. */
export async function discoverTools(request: DiscoveryRequest): Promise<Attempt<readonly DiscoveredTool[]>> {
  const connection = connect(request);
  try {
    const isLegacy = await handshake(connection);
    return { ok: true, value: await listTools(connection, isLegacy ? {} : { _meta: statelessMeta }) };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  } finally {
    connection.close();
  }
}

interface Connection {
  call(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  notify(method: string): void;
  close(): void;
}

/** Performs the handshake. Returns false if the server does not support it. */
async function handshake(connection: Connection): Promise<boolean> {
  const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
  try {
    await connection.call('initialize', params);
  } catch (error) {
    if (error instanceof ServerError) return false;
    throw error;
  }
  connection.notify('notifications/initialized');
  return true;
}

async function listTools(connection: Connection, params: object): Promise<readonly DiscoveredTool[]> {
  const tools: DiscoveredTool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await connection.call('tools/list', { ...params, ...(cursor !== undefined && { cursor }) });
    const listed = Array.isArray(page['tools']) ? page['tools'] : [];
    tools.push(...listed.flatMap(readTool));
    cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined;
    if (tools.length > MAX_TOOLS) throw new Error(`the server lists more than ${MAX_TOOLS} tools`);
    if (cursor !== undefined && cursors.has(cursor)) throw new Error('the server lists the same page twice');
    if (cursor !== undefined) cursors.add(cursor);
    if (cursors.size >= MAX_PAGES)
      throw new Error(`the tool list of the server has more than ${MAX_PAGES} pages`);
  } while (cursor !== undefined);
  return tools;
}

function readTool(tool: unknown): DiscoveredTool[] {
  const { name, description, inputSchema } = (tool ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return [];
  return [
    {
      name,
      ...(typeof description === 'string' && { description }),
      ...(inputSchema !== undefined && { inputSchema }),
    },
  ];
}

/** An error response from the server. */
class ServerError extends Error {}

function connect({ url, bearer, upstream }: DiscoveryRequest): Connection {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const waiting = new Map<number, { resolve(result: object): void; reject(error: Error): void }>();
  const failAll = (error: Error) => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  const timer = setTimeout(
    () => failAll(new Error('the server did not respond in time')),
    TIMEOUT_MILLISECONDS,
  );
  const proxy = startStdioToHttpProxy({
    url,
    upstream,
    client: { input, output },
    ...(bearer !== undefined && { headers: { Authorization: `Bearer ${bearer}` } }),
  });
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.length > MAX_LINE) failAll(new Error('the tool list of the server is too long'));
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) settle(line);
  });
  const settle = (line: string) => {
    const { id, result, error } = JSON.parse(line) as {
      id?: number;
      result?: object;
      error?: { code?: number; message?: string; data?: { reason?: string } };
    };
    const call = waiting.get(id ?? -1);
    if (call === undefined) return;
    waiting.delete(id ?? -1);
    if (error === undefined) call.resolve(result ?? {});
    // This is our error code for a server that cannot be reached.
    else if (error.code === -32003)
      call.reject(new Error(error.data?.reason ?? 'the server cannot be reached'));
    else call.reject(new ServerError(`the server responded with error ${error.code}`));
  };
  let nextId = 1;
  const write = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve: resolve as (result: object) => void, reject });
        write({ id, method, params });
      }),
    notify: (method) => write({ method }),
    close() {
      clearTimeout(timer);
      proxy.stop();
    },
  };
}
