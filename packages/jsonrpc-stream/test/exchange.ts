// A relay between a client and a server that only store what they receive.

import { type ConnectInspector, type MessageDiagnostic, Relay, type RelayOptions } from '../src/index.js';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export class Exchange {
  readonly diagnostics: MessageDiagnostic[] = [];
  readonly relay: Relay;
  readonly #toClient: Uint8Array[] = [];
  readonly #toServer: Uint8Array[] = [];

  constructor(options: Partial<RelayOptions> & { connect?: ConnectInspector } = {}) {
    this.relay = new Relay({
      ...options,
      toClient: (pieces) => this.#toClient.push(...pieces),
      toServer: (pieces) => this.#toServer.push(...pieces),
      onDiagnostic: (diagnostic) => this.diagnostics.push(diagnostic),
    });
  }

  /** Sends data from the client; a string is a line without its newline. */
  client(sent: string | Uint8Array): this {
    this.relay.fromClient(typeof sent === 'string' ? bytesOf(`${sent}\n`) : sent);
    return this;
  }

  server(sent: string | Uint8Array): this {
    this.relay.fromServer(typeof sent === 'string' ? bytesOf(`${sent}\n`) : sent);
    return this;
  }

  get clientBytes(): Buffer {
    return Buffer.concat(this.#toClient);
  }

  get serverBytes(): Buffer {
    return Buffer.concat(this.#toServer);
  }

  /** The messages that the client has received so far. */
  get clientGot(): unknown[] {
    return linesOf(this.clientBytes).map((line) => JSON.parse(line));
  }

  /** The lines that the server has received so far. */
  get serverGot(): string[] {
    return linesOf(this.serverBytes);
  }
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').slice(0, -1);

export const request = (id: number | string, method = 'ping', params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

export const result = (id: number | string, value: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: value });

export const notification = (method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params });
