// Creates a configuration folder with a dashboard and proxies of the built program.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { programFile } from '../compatibility/command.js';
import { removeFolder } from '../remove-folder.js';
import { Running } from '../running-proxy.js';

const program = programFile();

export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'claw-dashboard-'));
  readonly policyFile = join(this.folder, 'policy.toml');
  readonly auditFolder = join(this.folder, 'audit');
  /** Processes that are still running after a failed test. */
  readonly #children: ChildProcess[] = [];

  constructor(policy: string) {
    writeFileSync(this.policyFile, policy);
  }

  /**
   * The environment. Clients are configured in this folder as well, and programs in its `bin` folder come first on the
   * PATH.
   */
  get env(): NodeJS.ProcessEnv {
    const path = `${join(this.folder, 'bin')}${delimiter}${process.env['PATH']}`;
    return { ...process.env, HOME: this.folder, PATH: path, CLAWDEFENDER_HOME: this.folder };
  }

  /** Returns the output of a command with `--json`. */
  async run(...words: string[]) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], {
      env: this.env,
    });
    return JSON.parse(stdout);
  }

  /** Starts a dashboard; returns its link. */
  async dashboard(...options: string[]): Promise<string> {
    const child = spawn(process.execPath, [program, 'dashboard', '--port', '0', '--json', ...options], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const [first] = await once(child.stdout as NodeJS.EventEmitter, 'data');
    return JSON.parse(String(first)).url;
  }

  /** Starts a process with this folder. */
  spawn(command: string, args: readonly string[]): ChildProcess {
    const child = spawn(command, args, { env: this.env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#children.push(child);
    return child;
  }

  /** Starts a proxy; `args` are the arguments of the fixture server. */
  proxy(options: readonly string[], args: readonly string[] = []): Running {
    const running = new Running(args, { options, home: this.folder });
    this.#children.push(running.child);
    return running;
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill();
    await removeFolder(this.folder);
  }
}
