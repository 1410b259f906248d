// A client that sends exactly the given bytes, and returns the received bytes when they arrive.

import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** The received head, unchanged. */
  readonly head: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class RawClient {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  closed = false;

  /** Connects from another local address if one is given. */
  constructor(port: number, localAddress?: string) {
    this.socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
    this.socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    this.socket.on('error', () => {});
    this.socket.once('close', () => {
      this.closed = true;
    });
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  get text(): string {
    return this.#received.toString();
  }

  /** Waits until the received bytes match, or the connection is closed. */
  async until(condition: (text: string) => boolean): Promise<string> {
    while (!condition(this.text) && !this.closed) {
      await new Promise<void>((resolve) => {
        this.socket.once('data', () => resolve()).once('close', () => resolve());
      });
    }
    return this.text;
  }

  /** Returns one complete response. */
  async answer(): Promise<RawAnswer> {
    await this.until((text) => isWhole(text));
    const answer = parseAnswer(this.text);
    this.#received = Buffer.alloc(0);
    return answer;
  }

  disconnect(): void {
    this.socket.destroy();
  }
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const raw = rest.join('\r\n\r\n');
  const body = headers['transfer-encoding'] === 'chunked' ? unchunk(raw) : raw;
  return { status: Number(statusLine.split(' ')[1]), head, headers, body };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const { headers } = parseAnswer(text);
  const raw = Buffer.from(text.slice(end + 4));
  if (headers['content-length'] !== undefined) return raw.length >= Number(headers['content-length']);
  if (headers['transfer-encoding'] === 'chunked') return raw.toString().endsWith('0\r\n\r\n');
  return true;
}

/** Returns the content of the chunks that were received so far. */
export function unchunk(raw: string): string {
  let bytes = Buffer.from(raw);
  const parts: Buffer[] = [];
  for (;;) {
    const end = bytes.indexOf('\r\n');
    if (end === -1) break;
    const size = Number.parseInt(bytes.subarray(0, end).toString(), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    bytes = bytes.subarray(end + 2 + size + 2);
  }
  return Buffer.concat(parts).toString();
}

export interface PostOptions {
  readonly path?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Returns the bytes of a POST request with a body. */
export function postBytes(
  body: string | Buffer,
  { path = '/mcp', host = 'localhost', headers = {}, method = 'POST' }: PostOptions = {},
): Buffer {
  const fields = {
    Host: host,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const head = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`),
    Buffer.from(body),
  ]);
}

export const call = (id: number | string, params: object = { name: 'echo', arguments: {} }): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
