// Controls both peers of a session over HTTP through the built `clawdefender proxy`: the test is the client and
// controls the remote server. One proxy serves the sessions of many scenarios.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Carrier, HOLD, HttpPuppet, PuppetSession } from '../../../../fixtures/servers/http-puppet.js';
import { proxyOf } from '../compatibility/command.js';
import { type End, eachEvent, eachLine, Lines } from './lines.js';
import { settleRemote } from './settle.js';

/** A running `proxy --url … --listen …` and its server. */
export class HttpProxy {
  readonly puppet: HttpPuppet;
  readonly url: URL;
  readonly agent = new Agent({ keepAlive: true });
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(puppet: HttpPuppet, url: string, child: ChildProcess, folder: string) {
    this.puppet = puppet;
    this.url = new URL(url);
    this.#child = child;
    this.#folder = folder;
  }

  static async start(policy: string): Promise<HttpProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'claw-scenario-'));
    const file = join(folder, 'policy.toml');
    writeFileSync(file, policy);
    const puppet = await HttpPuppet.start();
    const options = ['--policy', file, '--server', 'puppet', '--url', puppet.url, '--listen', '127.0.0.1:0'];
    const { command, args } = proxyOf(options);
    const env = { ...process.env, CLAWDEFENDER_HOME: folder };
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, env });
    const url = await new Promise<string>((resolve, reject) => {
      eachLine(child.stderr, (line) => {
        const [, found] = /Listening on (\S+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error('the proxy did not start')));
    });
    return new HttpProxy(puppet, url, child, folder);
  }

  async end(): Promise<void> {
    this.agent.destroy();
    const ended = once(this.#child, 'exit');
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGTERM');
      await ended;
    }
    await this.puppet.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
let sessions = 0;

export class HttpSession {
  readonly client: End;
  readonly server: End;
  readonly #proxy: HttpProxy;
  readonly #id: string;
  readonly #puppet: PuppetSession;
  readonly #fromProxy = new Lines();
  readonly #given = new AbortController();
  /** The posted messages that do not wait for a response. */
  readonly #told = new Set<Promise<unknown>>();
  patience = 30_000;

  private constructor(proxy: HttpProxy, carrier: Carrier) {
    sessions += 1;
    this.#proxy = proxy;
    this.#id = `${carrier}-${sessions}`;
    const fromPuppet = new Lines();
    this.#puppet = new PuppetSession(carrier, (line) => fromPuppet.push(line));
    proxy.puppet.open(this.#id, this.#puppet);
    this.client = {
      say: (line) => this.#tell(line),
      hear: (what) => this.#fromProxy.next(what, this.patience),
    };
    this.server = {
      say: (line) => this.#puppet.say(line),
      hear: (what) => fromPuppet.next(what, this.patience),
    };
  }

  /** Starts a session with the stream that a client listens to, and a stream that a long call keeps open. */
  static async start(proxy: HttpProxy, carrier: Carrier): Promise<HttpSession> {
    const session = new HttpSession(proxy, carrier);
    if (carrier === 'post')
      session.#read(await session.#send('POST', { jsonrpc: '2.0', id: HOLD, method: 'ping' }));
    session.#read(await session.#send('GET'));
    return session;
  }

  #tell(line: string): void {
    const told = this.#send('POST', line).then((answer) => this.#read(answer));
    // A scenario may end before its calls get responses.
    told.catch(() => {});
    const waits = [JSON.parse(line)]
      .flat()
      .some(({ id, method }) => id !== undefined && method !== undefined);
    if (!waits) this.#told.add(told);
  }

  async #send(method: 'GET' | 'POST', body?: unknown): Promise<IncomingMessage> {
    const { url, agent } = this.#proxy;
    const headers = { ...TYPE, 'mcp-session-id': this.#id };
    const sent = request(url, { method, agent, headers, signal: this.#given.signal });
    sent.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    sent.on('error', () => {});
    return answer;
  }

  #read(answer: IncomingMessage): void {
    if (answer.headers['content-type'] === 'text/event-stream') {
      eachEvent(answer, (data) => this.#fromProxy.push(data));
      return;
    }
    void answer.toArray().then(
      (chunks) => {
        const body = Buffer.concat(chunks).toString();
        if (body !== '' || answer.statusCode !== 202) this.#fromProxy.push(body);
      },
      () => {},
    );
  }

  /** Waits until both peers have received all messages on all streams. */
  async settle(): Promise<void> {
    await Promise.all(this.#told);
    await settleRemote(this.client, this.server, this.#puppet);
  }

  end(): void {
    this.#given.abort();
    this.#proxy.puppet.forget(this.#id);
  }
}
