// Manages one program of a cycle: exchanges lines, and reports when the program and all its child processes have
// exited.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { onLine } from '../lines.mjs';

export class Started {
  #child;
  #lines = [];
  #reader;
  #exit;
  #silence;

  constructor([command, ...args], { env, cwd }) {
    this.#child = spawn(command, args, { env, cwd, stdio: 'pipe' });
    // In some cycles, lines are written to a program that has exited.
    this.#child.stdin.on('error', () => {});
    onLine(this.#child.stdout, (line) => {
      this.#lines.push(line);
      this.#reader?.resolve();
    });
    this.#child.stdout.on('close', () => this.#reader?.reject(new Error('it ended instead of answering')));
    this.#exit = once(this.#child, 'exit');
    // Servers inherit the stderr of the proxy, so it is closed when the last process of the cycle has exited.
    this.#child.stderr.resume();
    this.#silence = once(this.#child.stderr, 'close');
  }

  async ask(method, params) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    return JSON.parse(await this.line()).result;
  }

  async line() {
    if (this.#lines.length === 0) {
      await new Promise((resolve, reject) => {
        this.#reader = { resolve, reject };
      });
    }
    return this.#lines.shift();
  }

  /** Performs the handshake, which shows that the server is running and not only the proxy. */
  async greet() {
    const clientInfo = { name: 'prove', version: '1.0.0' };
    return this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  }

  call(name, input = {}) {
    return this.ask('tools/call', { name, arguments: input });
  }

  send(name, input = {}) {
    const params = { name, arguments: input };
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })}\n`);
  }

  closeInput() {
    this.#child.stdin.end();
  }

  /** Sends a signal; returns false if the program has already exited. */
  signal(signal) {
    return this.#child.kill(signal);
  }

  /** Returns the exit code, or 128 + the number of the signal, after all processes have exited. */
  async gone() {
    const [code, signal] = await this.#exit;
    await this.#silence;
    return code ?? 128 + constants.signals[signal];
  }
}
