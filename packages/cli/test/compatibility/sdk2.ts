// Uses the second-generation SDK with each of its ways to negotiate an era.
import { load } from './fixtures.js';
import { type ClientKind, capabilities, info, type RequestOptions } from './session.js';
import { closeAndWait, createTransport, type TransportClass } from './transport.js';

interface Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  request(request: object, schemaOrOptions: unknown, options?: RequestOptions): Promise<unknown>;
  notification(notification: object): Promise<void>;
  listen(filter: object): Promise<{ close(): Promise<void> }>;
  setRequestHandler(method: string, handler: (request: { params: unknown }) => object): void;
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): unknown;
  getDiscoverResult(): unknown;
  getNegotiatedProtocolVersion(): string | undefined;
  getProtocolEra(): string | undefined;
}
type ClientClass = new (info: object, options: object) => Client;

/** Accepts any result, for methods without a schema in the SDK. */
const anything = {
  '~standard': { version: 1, vendor: 'compatibility', validate: (value: unknown) => ({ value }) },
};

export function sdk2(name: string, mode: 'auto' | 'legacy' | { readonly pin: string }): ClientKind {
  return {
    name: `SDK 2.4 ${name}`,
    modernOnly: typeof mode === 'object',
    async connect(server, answers, hear) {
      const { Client } = await load<{ Client: ClientClass }>('@modelcontextprotocol/client');
      const { StdioClientTransport } = await load<{ StdioClientTransport: TransportClass }>(
        '@modelcontextprotocol/client/stdio',
      );
      const client = new Client(info, { capabilities, versionNegotiation: { mode } });
      for (const [method, answer] of Object.entries(answers)) {
        client.setRequestHandler(method, ({ params }) => answer(params));
      }
      const transport = createTransport(StdioClientTransport, server, hear);
      await client.connect(transport);

      const modern = client.getProtocolEra() === 'modern';
      // The function is async because the SDK throws synchronously for a method that the era does not have.
      const request = async (method: string, params?: object, options?: RequestOptions) =>
        method.startsWith('vendor/')
          ? client.request({ method, params }, anything, options)
          : client.request({ method, params }, options);
      return {
        modern,
        greeting: {
          version: client.getNegotiatedProtocolVersion(),
          discovered: client.getDiscoverResult(),
          server: client.getServerVersion(),
          capabilities: client.getServerCapabilities(),
          instructions: client.getInstructions(),
        },
        request,
        notify: (method, params) => client.notification({ method, params }),
        async subscribe(uri) {
          if (modern) {
            const subscription = await client.listen({
              resourceSubscriptions: [uri],
              toolsListChanged: true,
            });
            return () => subscription.close();
          }
          await request('resources/subscribe', { uri });
          return () => request('resources/unsubscribe', { uri });
        },
        close: () => closeAndWait(transport, () => client.close()),
      };
    },
  };
}
