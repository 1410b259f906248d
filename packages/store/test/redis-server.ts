// Runs a real Redis server for tests, on a free port, without persistence. `REDIS_SERVER` names another program, such as
// `valkey-server`.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = process.env['REDIS_SERVER'] ?? 'redis-server';

/**
 * Returns true if `redis-server` is installed. On CI, a missing server is an error, so that the tests are never
 * skipped there.
 */
export function hasRedis(): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true;
  if (process.env['CI']) throw new Error(`\`${program}\` is missing; CI installs it with \`npm test\``);
  process.stderr.write(`SKIPPED: the Redis store is not tested because \`${program}\` is not installed\n`);
  return false;
}

export class RedisServer {
  #child: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'claw-redis-'));
  readonly #port: number;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.resume();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}/`;
  }

  /** Starts the server. After `pause`, it is empty. */
  async resume(): Promise<void> {
    const options = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      this.#folder,
    ];
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const text of child.stdout) {
      output += text;
      if (output.includes('eady to accept connections')) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${output}`);
  }

  async pause(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Stops the process of the server: it no longer responds, but keeps its connections and data. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.pause();
    rmSync(this.#folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
