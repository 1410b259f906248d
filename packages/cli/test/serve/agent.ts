// Calls the built `clawdefender serve` as agents do: over stdio, message by message, or over HTTP.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));

export type Answer = {
  readonly id: number;
  readonly result?: { readonly structuredContent: Record<string, unknown>; readonly content: unknown };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Record<string, unknown>;
  };
};

const environment = (home: string) => ({ ...process.env, CLAWDEFENDER_HOME: home });

/** Returns the command with which a client starts the server. */
export const serveCommand = (home: string, ...options: string[]) => ({
  command: process.execPath,
  args: [program, 'serve', ...options],
  env: environment(home) as Record<string, string>,
});

/** Runs another command of the program with the same state. */
export const cli = (home: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { env: environment(home) });

/** An agent without an SDK, which can send any bytes. */
export class Agent {
  readonly child: ChildProcess;
  stderr = '';
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  #id = 0;

  constructor(home: string, words: readonly string[] = ['serve']) {
    this.child = spawn(process.execPath, [program, ...words], { env: environment(home) });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  request(method: string, params: object): Promise<Answer> {
    const id = ++this.#id;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  call(name: string, input: object): Promise<Answer> {
    return this.request('tools/call', { name, arguments: input });
  }

  async end(): Promise<number | null> {
    this.child.stdin?.end();
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

/** A server with an HTTP endpoint. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
  readonly stderr: () => string;
  stop(): Promise<number | null>;
}

export async function startEndpoint(home: string, ...options: string[]): Promise<Endpoint> {
  const child = spawn(process.execPath, [program, 'serve', '--http', '--port', '0', ...options], {
    env: environment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  const listening = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const url = /Listening on (\S+)/.exec(stderr)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(stderr)));
  });
  const url = await listening;
  return {
    url,
    token: /Bearer (\S+)/.exec(stderr)?.[1] ?? '',
    stderr: () => stderr,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** Sends one POST request without an SDK. */
export async function post(
  { url, token }: Pick<Endpoint, 'url' | 'token'>,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; message: Answer }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, text, message: (data.startsWith('{') ? JSON.parse(data) : {}) as Answer };
}

export const callBody = (name: string, input: object, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
