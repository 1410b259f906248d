// Starts nodes of a gateway as the built program, in one state folder or with one Redis server, and an upstream server
// that records its requests.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../../compatibility/command.js';

export const ADMIN_TOKEN = 'the-admin-token-of-this-test-0000';

const POLICY = `version = 1
default = "allow"
[egress]
enabled = false
`;

/** The settings of all nodes. */
interface NodeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly policy?: string;
  /** Additional lines of `gateway.toml`. */
  readonly settings?: string;
}

export class GatewayNodes {
  readonly folders: string[] = [];
  readonly children: ChildProcess[] = [];
  readonly #options: NodeOptions;

  constructor(options: NodeOptions = {}) {
    this.#options = options;
  }

  /** Starts a node with its own folder. */
  async start(...words: string[]): Promise<GatewayNode> {
    const { policy = POLICY, settings = '', env: variables } = this.#options;
    const folder = mkdtempSync(join(tmpdir(), 'claw-node-'));
    this.folders.push(folder);
    writeFileSync(join(folder, 'policy.toml'), policy, { mode: 0o600 });
    const config = `allow_private_upstreams = ["127.0.0.0/8"]\n${settings}\n`;
    writeFileSync(join(folder, 'gateway.toml'), config);
    const env = {
      ...process.env,
      CLAWDEFENDER_HOME: folder,
      CLAWDEFENDER_ADMIN_TOKEN: ADMIN_TOKEN,
      CLAWDEFENDER_SECRET_KEY: 'a secret key that all nodes of the test share',
      ...variables,
    };
    const child = spawn(process.execPath, [programFile(), 'gateway', '--port', '0', ...words], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.children.push(child);
    const node = new GatewayNode(child);
    node.folder = folder;
    await node.listening;
    return node;
  }

  async stop(): Promise<void> {
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  readonly json: any;
}

export class GatewayNode {
  readonly child: ChildProcess;
  readonly listening: Promise<void>;
  origin = '';
  printed = '';
  /** The folder with the configuration and the state of this node. */
  folder = '';

  constructor(child: ChildProcess) {
    this.child = child;
    this.listening = new Promise((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text;
        const [, origin] = /Listening on (https?:\/\/[^\s/"]+)/.exec(this.printed) ?? [];
        if (origin === undefined || this.origin !== '') return;
        this.origin = origin;
        resolve();
      });
      child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${this.printed}`)));
    });
  }

  admin(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(path, {
      method,
      token: ADMIN_TOKEN,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Sends one JSON-RPC message, or an invalid text. */
  call(
    proxy: string,
    token: string,
    message: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    return this.send(`/mcp/${proxy}`, { method: 'POST', token, body, headers });
  }

  async send(
    path: string,
    {
      method = 'GET',
      token,
      body,
      headers,
    }: { method?: string; token?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    const json = /^[[{]/.test(data) ? JSON.parse(data) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Creates a key with these tags. */
  async key(...tags: string[]): Promise<string> {
    return (await this.admin('POST', '/api/keys', { name: 'test', tags })).json.key;
  }
}

export const toolCall = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Headers of the upstream server that are not for callers. */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'Set-Cookie': 'login=of-the-gateway',
  'Clear-Site-Data': '"*"',
  'Access-Control-Allow-Origin': '*',
  'Strict-Transport-Security': 'max-age=31536000',
  Link: '<https://evil.example/>; rel=preload',
  Server: 'upstream/1',
};

/**
 * A server with the tools `a`, `b` and `c`, resources, tasks and a session id. Event streams stay open for requests
 * with `Mcp-Param-Hold`, and `_meta.delay` is the time until the result in milliseconds.
 */
export class RecordingUpstream {
  readonly received: Received[] = [];
  /** The notifications that are sent on every event stream. */
  notifications: readonly object[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        this.received.push({ method: request.method ?? '', headers: request.headers, body });
        for (const [name, value] of Object.entries(RESPONSE_HEADERS)) response.setHeader(name, value);
        if (request.method === 'GET') {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          const isHeld = request.headers['mcp-param-hold'] !== undefined;
          const listed = { jsonrpc: '2.0', id: 7, result: { tools: [{ name: 'a' }, { name: 'b' }] } };
          const events = [listed, ...this.notifications].map((event) => `data: ${JSON.stringify(event)}\n\n`);
          response[isHeld ? 'write' : 'end'](`id: e-1\n${events.join('')}`);
          return;
        }
        const message = body === '' ? {} : JSON.parse(body);
        if (message.method === 'initialize') response.setHeader('Mcp-Session-Id', 'session-of-the-upstream');
        if (message.id === undefined) response.writeHead(202).end();
        else {
          const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) });
          const isStream = message.params?._meta?.stream === true;
          response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json');
          const delay = Number(message.params?._meta?.delay ?? 0);
          const end = () => response.end(isStream ? `data: ${text}\n\n` : text);
          if (delay > 0) setTimeout(end, delay);
          else end();
        }
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get calls(): Received[] {
    return this.received.filter(({ body }) => body.includes('tools/call'));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a message of any shape
function resultOf({ method, params }: any): object {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: 'upstream', version: '1' },
    };
  const schema = { type: 'object' };
  if (method === 'tools/list')
    return { tools: ['a', 'b', 'c'].map((name) => ({ name, inputSchema: schema })) };
  if (method === 'resources/list')
    return { resources: ['file:///a', 'file:///b'].map((uri) => ({ uri, name: uri })) };
  if (method === 'resources/templates/list')
    return { resourceTemplates: [{ uriTemplate: 'file:///{x}', name: 'x' }] };
  if (method === 'prompts/list') return { prompts: [{ name: 'secret-prompt' }] };
  if (method === 'tasks/list') return { tasks: [{ taskId: 't-1', status: 'working' }] };
  if (method?.startsWith('tasks/')) return { taskId: params?.taskId, status: 'working' };
  if (params?.name === 'c') return { task: { taskId: 't-1', status: 'working', ttl: 1000 } };
  return { content: [{ type: 'text', text: `result of ${params?.name ?? method}` }] };
}
