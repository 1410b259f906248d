// Runs a server behind the proxy; the test is the client and uses in-memory streams.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type MessageDiagnostic,
  type StdioProxy,
  type StdioProxyOptions,
  startStdioProxy,
} from '../src/index.js';

const script = fileURLToPath(new URL('../../../fixtures/servers/script.mjs', import.meta.url));

export class Session {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly diagnostics: MessageDiagnostic[] = [];
  readonly received: Record<string, unknown>[] = [];
  readonly proxy: StdioProxy;
  #nextId = 1;

  /** `args` are the arguments of the misbehaving fixture server, unless another command is given. */
  constructor(args: readonly string[] = [], options: Partial<StdioProxyOptions> = {}) {
    this.proxy = startStdioProxy({
      command: process.execPath,
      args: [script, ...args],
      client: { input: this.input, output: this.output },
      onDiagnostic: (diagnostic) => this.diagnostics.push(diagnostic),
      ...options,
    });
    let rest = '';
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        this.received.push(JSON.parse(line));
        this.output.emit('line');
      }
    });
  }

  send(line: string): void {
    this.input.write(`${line}\n`);
  }

  /** Sends a tool call and returns its id. */
  start(name: string, input: object = {}): number {
    const id = this.#nextId++;
    this.send(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } }),
    );
    return id;
  }

  /** Waits for the response to a request. */
  async answer(id: number): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.received.find((message) => message['id'] === id);
      if (found !== undefined) return found;
      await once(this.output, 'line');
    }
  }

  /** Calls a tool and returns its structured content. */
  async call(name: string, input: object = {}): Promise<Record<string, unknown>> {
    const { result } = (await this.answer(this.start(name, input))) as {
      result: { structuredContent: Record<string, unknown> };
    };
    return result.structuredContent;
  }
}

/** Returns true while the process is running; false if it has exited, even if it was not reaped yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
