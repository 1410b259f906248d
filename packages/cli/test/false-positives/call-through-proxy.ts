// A client that calls a server through the built program with its built-in policy, one call after another.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Command, throughProxy } from '../compatibility/command.js';

export class DayClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (line: string) => void>();
  #nextId = 1;
  /** The approval requests to the user. Each request is approved for one call. */
  readonly approvals: string[] = [];

  /** `home` is an empty folder, so that no policy of the machine applies; `cwd` is the working directory. */
  constructor(server: Command, home: string, cwd: string, options: readonly string[] = []) {
    const { command, args, env } = throughProxy(server, options);
    this.#child = spawn(command, args, {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...env, CLAWDEFENDER_HOME: home },
    });
    createInterface({ input: this.#child.stdout as Readable }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'elicitation/create') this.#approve(id, params.message);
      if (method !== undefined) return;
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  #approve(id: unknown, message: string): void {
    this.approvals.push(message);
    const result = { action: 'accept', content: { answer: 'once' } };
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }

  /** Returns the response, unchanged. */
  ask(method: string, params: object): Promise<{ readonly id: number; readonly line: string }> {
    const id = this.#nextId++;
    const answer = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer.then((line) => ({ id, line }));
  }

  async begin(): Promise<void> {
    await this.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'day', version: '1.0.0' },
    });
    this.#child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    await this.ask('tools/list', {});
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
  }
}
