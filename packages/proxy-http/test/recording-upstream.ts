// An upstream that records every request byte by byte and responds as the test defines.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  /** The received names and values, unchanged. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Respond = (request: Received, response: ServerResponse) => unknown;

export class RecordingUpstream {
  readonly received: Received[] = [];
  /** The number of requests whose client disconnected before the response. */
  aborted = 0;
  readonly #server: Server;
  readonly #respond: Respond;

  private constructor(respond: Respond) {
    this.#respond = respond;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(respond: Respond): Promise<RecordingUpstream> {
    const upstream = new RecordingUpstream(respond);
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/upstream/mcp`;
  }

  get messages(): unknown[] {
    return this.received.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => {
      if (!response.writableFinished) this.aborted++;
    });
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '', rawHeaders, headers } = request;
    const received = { method, url, rawHeaders, headers, body };
    this.received.push(received);
    await this.#respond(received, response);
  }
}

/** Responds to each request with a result that contains its method. */
export const answerJson: Respond = ({ body, method }, response) => {
  if (method !== 'POST') return response.writeHead(405).end();
  const message = JSON.parse(body);
  const answer = ({ id, method }: { id: unknown; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result: { method },
  });
  const requests = [message].flat().filter((each) => each.id !== undefined && each.method !== undefined);
  if (requests.length === 0) return response.writeHead(202).end();
  const text = JSON.stringify(Array.isArray(message) ? requests.map(answer) : answer(message));
  return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
};
