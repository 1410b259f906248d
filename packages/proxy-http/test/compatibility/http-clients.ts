// The two generations of the reference SDK as clients over HTTP, over the legacy transport, and over stdio.

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { load } from '../../../cli/test/compatibility/fixtures.js';
import {
  type Answers,
  type ClientKind,
  capabilities,
  info,
  type RequestOptions,
  type Session,
  type Wire,
} from '../../../cli/test/compatibility/session.js';

/** The connection to a server. */
export type Way =
  | { readonly http: string; readonly token?: string }
  | { readonly sse: string; readonly token?: string }
  | { readonly pipes: { input: Writable; output: Readable }; readonly done: () => Promise<void> };

interface Transport {
  onmessage?: (message: Wire) => void;
}

/** The part that the transport interfaces of both SDKs have in common. */
class PipeTransport implements Transport {
  onmessage?: (message: Wire) => void;
  onclose?: () => void;
  readonly #pipes: { input: Writable; output: Readable };

  constructor(pipes: { input: Writable; output: Readable }) {
    this.#pipes = pipes;
  }

  async start(): Promise<void> {
    createInterface({ input: this.#pipes.output }).on('line', (line) => this.onmessage?.(JSON.parse(line)));
  }

  async send(message: object): Promise<void> {
    this.#pipes.input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#pipes.input.end();
    this.onclose?.();
  }
}

type UrlTransport = new (
  url: URL,
  options?: { requestInit: RequestInit },
) => Transport & { terminateSession?(): Promise<void> };

async function createTransport(way: Way, httpModule: string, sseModule: string): Promise<Transport> {
  if ('pipes' in way) return new PipeTransport(way.pipes);
  if ('http' in way) {
    const { StreamableHTTPClientTransport } = await load<{ StreamableHTTPClientTransport: UrlTransport }>(
      httpModule,
    );
    return new StreamableHTTPClientTransport(new URL(way.http), withToken(way.token));
  }
  const { SSEClientTransport } = await load<{ SSEClientTransport: UrlTransport }>(sseModule);
  return new SSEClientTransport(new URL(way.sse), withToken(way.token));
}

const withToken = (token: string | undefined) => ({
  requestInit: { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } },
});

/** Both SDKs call an existing handler before their own handler. */
const listenIn = (transport: Transport, hear: (message: Wire) => void): void => {
  transport.onmessage = hear;
};

interface Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  request(request: object, schemaOrOptions: unknown, options?: RequestOptions): Promise<unknown>;
  notification(notification: object): Promise<void>;
  setRequestHandler(schema: unknown, handler: (request: { params: unknown }) => object): void;
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): unknown;
  getProtocolEra?(): string | undefined;
  listen?(filter: object): Promise<{ close(): Promise<void> }>;
}
type ClientClass = new (info: object, options: object) => Client;

const greetingOf = (client: Client): unknown => ({
  server: client.getServerVersion(),
  capabilities: client.getServerCapabilities(),
  instructions: client.getInstructions(),
});

type Ask = (method: string, params?: object, options?: RequestOptions) => Promise<unknown>;

function sessionOf(client: Client, way: Way, modern: boolean, request: Ask): Session {
  return {
    modern,
    greeting: greetingOf(client),
    request,
    notify: (method, params) => client.notification({ method, params }),
    async subscribe(uri) {
      if (modern && client.listen) {
        const subscription = await client.listen({ resourceSubscriptions: [uri], toolsListChanged: true });
        return () => subscription.close();
      }
      await request('resources/subscribe', { uri });
      return () => request('resources/unsubscribe', { uri });
    },
    async close() {
      await client.close();
      if ('done' in way) await way.done();
      return 0;
    },
  };
}

const QUESTIONS = new Map([
  ['sampling/createMessage', 'CreateMessageRequestSchema'],
  ['elicitation/create', 'ElicitRequestSchema'],
  ['roots/list', 'ListRootsRequestSchema'],
]);

type Connect = (way: Way, answers: Answers, hear: (message: Wire) => void) => Promise<Session>;

async function connectSdk1(way: Way, answers: Answers, hear: (message: Wire) => void): Promise<Session> {
  const { Client } = await load<{ Client: ClientClass }>('@modelcontextprotocol/sdk/client/index.js');
  const schemas = await load<Record<string, unknown>>('@modelcontextprotocol/sdk/types.js');
  const client = new Client(info, { capabilities });
  for (const [method, schema] of QUESTIONS) {
    client.setRequestHandler(schemas[schema], ({ params }) => answers[method]?.(params) ?? {});
  }
  const folder = '@modelcontextprotocol/sdk/client';
  const transport = await createTransport(way, `${folder}/streamableHttp.js`, `${folder}/sse.js`);
  listenIn(transport, hear);
  await client.connect(transport);
  const request: Ask = async (method, params, options) =>
    client.request({ method, params }, schemas['ResultSchema'], options);
  return sessionOf(client, way, false, request);
}

/** A schema for methods that have none in the SDK. */
const anything = {
  '~standard': { version: 1, vendor: 'compatibility', validate: (value: unknown) => ({ value }) },
};

const connectSdk2 =
  (mode: 'auto' | 'legacy'): Connect =>
  async (way, answers, hear) => {
    const name = '@modelcontextprotocol/client';
    const { Client } = await load<{ Client: ClientClass }>(name);
    const client = new Client(info, { capabilities, versionNegotiation: { mode } });
    for (const [method, answer] of Object.entries(answers))
      client.setRequestHandler(method, ({ params }) => answer(params));
    const transport = await createTransport(way, name, name);
    listenIn(transport, hear);
    await client.connect(transport);
    const request: Ask = async (method, params, options) =>
      method.startsWith('vendor/')
        ? client.request({ method, params }, anything, options)
        : client.request({ method, params }, options);
    return sessionOf(client, way, client.getProtocolEra?.() === 'modern', request);
  };

export interface HttpClient {
  readonly name: string;
  /** Returns a client for scripted conversations over this connection. */
  by(way: Way): ClientKind;
}

const clientOf = (name: string, connect: Connect): HttpClient => ({
  name,
  by: (way) => ({ name, connect: (_server, answers, hear) => connect(way, answers, hear) }),
});

export const clients: readonly HttpClient[] = [
  clientOf('SDK 1.32', connectSdk1),
  clientOf('SDK 2.4', connectSdk2('auto')),
  clientOf('SDK 2.4, legacy', connectSdk2('legacy')),
];
