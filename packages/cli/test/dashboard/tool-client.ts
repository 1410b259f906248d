// Connects a client that lists and calls the tools of a server behind a proxy.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { throughProxy } from '../compatibility/command.js';
import type { Home } from './home.js';

export class ToolClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Record<string, unknown>) => void>();
  #nextId = 1;

  private constructor(home: Home, server: string, args: readonly string[]) {
    const { command, args: all } = throughProxy({ command: process.execPath, args }, ['--server', server]);
    this.#child = home.spawn(command, all);
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
    });
  }

  static async start(
    home: Home,
    server: string,
    args: readonly string[],
    name = 'test',
  ): Promise<ToolClient> {
    const client = new ToolClient(home, server, args);
    const clientInfo = { name, version: '1' };
    await client.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    client.#child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return client;
  }

  request(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, 'close');
  }
}
