// Starts the built `clawdefender proxy --listen` with a server as a separate process.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished as whenTestFinished } from 'vitest';
import { programFile } from '../compatibility/command.js';

export interface Endpoint {
  readonly child: ChildProcess;
  /** The scheme, the host and the port. */
  readonly origin: string;
  readonly port: number;
  readonly stderr: () => string;
  readonly exited: Promise<unknown>;
}

export interface EndpointOptions {
  /** The arguments of `proxy`, without `--listen`. */
  readonly args: readonly string[];
  readonly listen?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The hook of a test that runs concurrently with others. */
  readonly onTestFinished?: (callback: () => Promise<void>) => void;
}

/** Starts the proxy with its own home folder and waits until it listens. It is stopped when the test ends. */
export async function startEndpoint({
  args,
  listen = '127.0.0.1:0',
  env = {},
  onTestFinished = whenTestFinished,
}: EndpointOptions): Promise<Endpoint> {
  const home = mkdtempSync(join(tmpdir(), 'claw-endpoint-'));
  const child = spawn(process.execPath, [programFile(), 'proxy', '--listen', listen, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CLAWDEFENDER_HOME: home, ...env },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  let stderr = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const found = /Listening on (https?:\S+)\/mcp/.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`it did not start: ${stderr}`)));
  });
  return { child, origin, port: Number(new URL(origin).port), stderr: () => stderr, exited };
}
