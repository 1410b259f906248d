// Runs the built program as a gateway with its own state folder.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../compatibility/command.js';

const program = programFile();
export const ADMIN_TOKEN = 'the-admin-token-of-the-test-0000';

export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'claw-gateway-'));
  readonly env = { ...process.env, CLAWDEFENDER_HOME: this.folder, CLAWDEFENDER_ADMIN_TOKEN: ADMIN_TOKEN };
  readonly configFile = join(this.folder, 'gateway.toml');

  constructor(config = '') {
    this.write(config);
  }

  write(config: string): void {
    writeFileSync(this.configFile, config);
  }

  /** Runs a command and waits until it exits. */
  run(...words: string[]): {
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  } {
    const options = { encoding: 'utf8', env: this.env, timeout: 30_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'gateway', ...words], options);
    return { code: status, stdout, stderr };
  }

  /** Starts a node and waits until it listens. */
  async start(...words: string[]): Promise<Node> {
    const child = spawn(process.execPath, [program, 'gateway', '--port', '0', ...words], {
      env: this.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new Node(child, await listening(child));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

class Node {
  constructor(
    readonly child: ChildProcess,
    readonly origin: string,
  ) {}

  async send(method: string, path: string, body?: unknown) {
    const response = await fetch(this.origin + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

/** Returns the origin that a node prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, origin] = /Listening on (https?:\/\/\S+)/.exec(printed) ?? [];
      if (origin !== undefined) resolve(origin.replace(/\/mcp.*$/, ''));
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${printed}`)));
  });
}
