// Runs the failing server in a separate process. It always restarts on the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fixturesFolder } from '../commands.mjs';

export class Upstream {
  #prefix;
  #host;
  #port = 0;
  #child;

  /** `prefix` is a command that starts other commands, for example in a network namespace. */
  constructor({ prefix = [], host = '127.0.0.1' } = {}) {
    this.#prefix = prefix;
    this.#host = host;
  }

  get url() {
    return `http://${this.#host}:${this.#port}/mcp`;
  }

  async start() {
    const [command, ...args] = [
      ...this.#prefix,
      process.execPath,
      `${fixturesFolder}/servers/http-faults.mjs`,
    ];
    const env = { PATH: process.env.PATH, PORT: String(this.#port), HOST: this.#host };
    this.#child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(this.#child.stdout, 'data');
    this.#port = Number(line.toString());
  }

  async kill() {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
