// Controls both peers of a connection through the built `clawdefender proxy --url` over stdio: the test is the client
// that started it, and controls the remote server.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Carrier, HOLD, HttpPuppet, PuppetSession } from '../../../../fixtures/servers/http-puppet.js';
import { proxyOf } from '../compatibility/command.js';
import { type End, eachLine, Lines } from './lines.js';
import { settleRemote } from './settle.js';

const ID = 'pipes';

export class RemoteSession {
  readonly client: End;
  readonly server: End;
  readonly #child: ChildProcess;
  readonly #puppet: HttpPuppet;
  readonly #session: PuppetSession;
  readonly #folder: string;
  patience = 30_000;

  private constructor(puppet: HttpPuppet, carrier: Carrier, child: ChildProcess, folder: string) {
    this.#puppet = puppet;
    this.#child = child;
    this.#folder = folder;
    const [fromProxy, fromPuppet] = [new Lines(), new Lines()];
    if (child.stdout !== null) eachLine(child.stdout, (line) => fromProxy.push(line));
    child.stderr?.resume();
    this.#session = new PuppetSession(carrier, (line) => fromPuppet.push(line));
    puppet.open(ID, this.#session);
    this.client = {
      say: (line) => child.stdin?.write(`${line}\n`),
      hear: (what) => fromProxy.next(what, this.patience),
    };
    this.server = {
      say: (line) => this.#session.say(line),
      hear: (what) => fromPuppet.next(what, this.patience),
    };
  }

  /** Starts a session with an open stream, or with responses in POST requests, which a long call keeps open. */
  static async start(policy: string, carrier: Carrier): Promise<RemoteSession> {
    const folder = mkdtempSync(join(tmpdir(), 'claw-scenario-'));
    const file = join(folder, 'policy.toml');
    writeFileSync(file, policy);
    const puppet = await HttpPuppet.start();
    // The fixture server identifies the session by the header and assigns no session id.
    const options = ['--policy', file, '--server', 'puppet', '--url', puppet.url];
    const { command, args } = proxyOf([...options, '--header', `Mcp-Session-Id: ${ID}`]);
    const env = { ...process.env, CLAWDEFENDER_HOME: folder };
    const child = spawn(command, args, { stdio: 'pipe', cwd: folder, env });
    const session = new RemoteSession(puppet, carrier, child, folder);
    await session.#begin(carrier);
    return session;
  }

  async #begin(carrier: Carrier): Promise<void> {
    if (carrier === 'post') this.client.say(JSON.stringify({ jsonrpc: '2.0', id: HOLD, method: 'ping' }));
    this.client.say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    await this.server.hear('the beginning');
    const wanted = carrier === 'post' ? 2 : 1;
    while (this.#session.streams.length < wanted) await new Promise((resolve) => setImmediate(resolve));
  }

  settle(): Promise<void> {
    return settleRemote(this.client, this.server, this.#session);
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended;
    await this.#puppet.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
