// Uses the first-generation SDK, which has one package and zod schemas, and supports only the era with a handshake.
import { load } from './fixtures.js';
import { type ClientKind, capabilities, info, type RequestOptions } from './session.js';
import { closeAndWait, createTransport, type TransportClass } from './transport.js';

interface Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  request(request: object, schema: unknown, options?: RequestOptions): Promise<unknown>;
  notification(notification: object): Promise<void>;
  setRequestHandler(schema: unknown, handler: (request: { params: unknown }) => object): void;
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): unknown;
}
type ClientClass = new (info: object, options: object) => Client;

const requestSchemas = new Map([
  ['sampling/createMessage', 'CreateMessageRequestSchema'],
  ['elicitation/create', 'ElicitRequestSchema'],
  ['roots/list', 'ListRootsRequestSchema'],
]);

export const sdk1: ClientKind = {
  name: 'SDK 1.32',
  async connect(server, answers, hear) {
    const { Client } = await load<{ Client: ClientClass }>('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await load<{ StdioClientTransport: TransportClass }>(
      '@modelcontextprotocol/sdk/client/stdio.js',
    );
    const schemas = await load<Record<string, unknown>>('@modelcontextprotocol/sdk/types.js');

    const client = new Client(info, { capabilities });
    for (const [method, schema] of requestSchemas) {
      client.setRequestHandler(schemas[schema], ({ params }) => answers[method]?.(params) ?? {});
    }
    const transport = createTransport(StdioClientTransport, server, hear);
    await client.connect(transport);

    const request = async (method: string, params?: object, options?: RequestOptions) =>
      client.request({ method, params }, schemas['ResultSchema'], options);
    return {
      modern: false,
      greeting: {
        server: client.getServerVersion(),
        capabilities: client.getServerCapabilities(),
        instructions: client.getInstructions(),
      },
      request,
      notify: (method, params) => client.notification({ method, params }),
      async subscribe(uri) {
        await request('resources/subscribe', { uri });
        return () => request('resources/unsubscribe', { uri });
      },
      close: () => closeAndWait(transport, () => client.close()),
    };
  },
};
