// Controls both peers of a connection through the built `clawdefender proxy`: the test is the client and controls the
// server, which is a real child process.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { throughProxy } from '../compatibility/command.js';
import { fixture } from '../compatibility/fixtures.js';
import { type End, eachLine, Lines } from './lines.js';

export class Session {
  readonly client: End;
  readonly server: End;
  readonly #child: ChildProcess;
  readonly #listener: Server;
  readonly #folder: string;
  #pings = 0;
  stderr = '';
  /** The time limit for a line, in milliseconds. */
  patience = 30_000;

  private constructor(child: ChildProcess, socket: Socket, listener: Server, folder: string) {
    this.#child = child;
    this.#listener = listener;
    this.#folder = folder;
    const [fromProxy, fromPuppet] = [new Lines(), new Lines()];
    eachLine(child.stdout as Readable, (line) => fromProxy.push(line));
    eachLine(socket, (line) => fromPuppet.push(line));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.client = {
      say: (line) => child.stdin?.write(`${line}\n`),
      hear: (what) => fromProxy.next(what, this.patience),
    };
    this.server = {
      say: (line) => socket.write(`${line}\n`),
      hear: (what) => fromPuppet.next(what, this.patience),
    };
  }

  static async start(policy: string | undefined, extra: readonly string[] = []): Promise<Session> {
    const folder = mkdtempSync(join(tmpdir(), 'claw-scenario-'));
    const file = join(folder, 'policy.toml');
    if (policy !== undefined) writeFileSync(file, policy);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const { command, args } = throughProxy(
      { command: process.execPath, args: [fixture('servers/puppet.mjs'), String(port)] },
      [...(policy === undefined ? [] : ['--policy', file]), '--server', 'puppet', ...extra],
    );
    const env = { ...process.env, CLAWDEFENDER_HOME: folder };
    const child = spawn(command, args, { stdio: 'pipe', cwd: folder, env });
    const [socket] = (await Promise.race([
      once(listener, 'connection'),
      once(child, 'exit').then(() => Promise.reject(new Error('the proxy did not start'))),
    ])) as [Socket];
    return new Session(child, socket, listener, folder);
  }

  /** Waits until both peers have received all messages, using a `ping` from the client and back. */
  async settle(): Promise<void> {
    this.#pings += 1;
    const ping = JSON.stringify({ jsonrpc: '2.0', id: `ping-${this.#pings}`, method: 'ping' });
    this.client.say(ping);
    const heard = await this.server.hear('a ping');
    if (heard !== ping) throw new Error(`the server has heard more than it should: ${heard}`);
    const pong = JSON.stringify({ jsonrpc: '2.0', id: `ping-${this.#pings}`, result: {} });
    this.server.say(pong);
    const answer = await this.client.hear('the answer to a ping');
    if (answer !== pong) throw new Error(`the client has heard more than it should: ${answer}`);
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    this.#listener.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
