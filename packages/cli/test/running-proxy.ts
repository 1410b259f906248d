// Starts the built program with a fixture server that can misbehave; the test is its client.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { throughProxy } from './compatibility/command.js';

const script = fileURLToPath(new URL('../../../fixtures/servers/script.mjs', import.meta.url));

export class Running {
  readonly child: ChildProcess;
  readonly lines: Buffer[] = [];
  stderr = '';
  #rest: Buffer[] = [];
  #nextId = 1;

  /** `options` are for the proxy and `args` for the server; `home` is the configuration and state folder. */
  constructor(
    args: readonly string[] = [],
    { options = [], home }: { options?: readonly string[]; home?: string } = {},
  ) {
    const server = { command: process.execPath, args: [script, ...args] };
    const { command, args: all } = throughProxy(server, options);
    const env = { ...process.env, ...(home !== undefined && { CLAWDEFENDER_HOME: home }) };
    this.child = spawn(command, all, { stdio: 'pipe', env });
    // Each pending response adds a listener, so their number is not limited.
    this.child.stdout?.setMaxListeners(0).on('data', (chunk: Buffer) => this.#read(chunk));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.child.stdin?.on('error', () => {});
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.lines.push(Buffer.concat([...this.#rest, chunk.subarray(start, end)]));
      this.#rest = [];
      start = end + 1;
      this.child.stdout?.emit('line');
    }
    if (start < chunk.length) this.#rest.push(chunk.subarray(start));
  }

  send(line: string | Buffer): boolean {
    return this.child.stdin?.write(typeof line === 'string' ? `${line}\n` : line) ?? false;
  }

  start(name: string, input: object = {}): number {
    const id = this.#nextId++;
    this.send(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } }),
    );
    return id;
  }

  async answer(id: number): Promise<Record<string, unknown>> {
    const text = `"id":${id},`;
    for (let seen = 0; ; seen++) {
      while (seen >= this.lines.length) await once(this.child.stdout as NodeJS.EventEmitter, 'line');
      const line = this.lines[seen] as Buffer;
      if (line.subarray(0, 64).includes(text)) return JSON.parse(line.toString());
    }
  }

  async call(name: string, input: object = {}): Promise<Record<string, unknown>> {
    const { result } = (await this.answer(this.start(name, input))) as {
      result: { structuredContent: Record<string, unknown> };
    };
    return result.structuredContent;
  }

  /** Returns the error of a call; undefined if the call succeeded. */
  async refusal(name: string, input: object = {}): Promise<{ code: number; data: object } | undefined> {
    const { error } = await this.answer(this.start(name, input));
    return error as { code: number; data: object } | undefined;
  }

  /** Resolves when stderr contains this text after the given position. */
  async said(text: string, from = 0): Promise<void> {
    while (!this.stderr.includes(text, from)) await once(this.child.stderr as NodeJS.EventEmitter, 'data');
  }

  async end(): Promise<void> {
    this.child.stdin?.end();
    await this.ended();
  }

  /** Returns the exit code, or 128 + the number of the signal. */
  async ended(): Promise<number | NodeJS.Signals> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    return child.exitCode ?? (child.signalCode as NodeJS.Signals);
  }

  /** The peak memory of the proxy in MB; NaN after the proxy has exited. */
  get peakMemory(): number {
    const path = `/proc/${this.child.pid}/status`;
    const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }
}

/** True while the process is running; false for a process that has exited and was not yet reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
