// The server as a child process: starting it, ending it politely and then firmly, with everything that it
// started, and telling how it ended.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { windowsInvocation } from './windows-command.js';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
}

/** How patient we are, in milliseconds. */
export interface Patience {
  /** After its input was closed, until it is told to end. */
  readonly leave: number;
  /** After it was told to end, until it is killed. */
  readonly terminate: number;
}

export const defaultPatience: Patience = { leave: 5000, terminate: 2000 };

/** Somebody who signals us while we stop will soon lose patience and kill us; we have to be faster. */
const HURRIED = 1000;

export interface Ended {
  /** Its exit code; 128 + the signal that ended it; 2 when it could not be started. */
  readonly code: number;
  readonly reason: string;
}

const isWindows = process.platform === 'win32';

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

function start({ command, args, env, cwd }: ServerCommand): ChildProcess {
  const options: SpawnOptions = {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
    ...(cwd !== undefined && { cwd }),
  };
  // A process group of its own, so that what `npx` or a shell started can be reached by one signal.
  if (!isWindows) return spawn(command, args, { ...options, detached: true });
  const invocation = windowsInvocation(command, args, { env, isFile });
  return spawn(invocation.command, invocation.args, {
    ...options,
    windowsVerbatimArguments: invocation.verbatim,
    windowsHide: true,
  });
}

export class ServerProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when the process itself has ended or could not be started; its output may still be read. */
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #patience: Patience;
  #stage: 'running' | 'leaving' | 'terminating' | 'killed' = 'running';
  #timer: NodeJS.Timeout | undefined;

  constructor(command: ServerCommand, patience: Patience) {
    this.#child = start(command);
    this.#patience = patience;
    this.input = this.#child.stdin as Writable;
    this.output = this.#child.stdout as Readable;
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) =>
        resolve(notStarted(command.command, error)),
      );
      this.#child.once('exit', (code, signal) => resolve(exited(code, signal)));
    });
    // A server that no longer reads tells us so by ending; what we wrote in vain is not an error of ours.
    this.input.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Asks it to leave by closing its input; firmer steps follow by themselves. */
  stop(): void {
    if (this.#stage !== 'running') return;
    this.#stage = 'leaving';
    this.input.end();
    this.#later(this.#patience.leave, () => this.#terminate(this.#patience.terminate));
  }

  /** Goes to the next firmer step at once. */
  hurry(): void {
    if (this.#stage === 'running') this.stop();
    else if (this.#stage === 'leaving') this.#terminate(HURRIED);
    else this.#kill();
  }

  /**
   * After the process has ended: makes sure that nothing it started outlives it. Resolves when that is certain.
   */
  async sweep(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#signal('SIGTERM')) return;
    const deadline = performance.now() + this.#patience.terminate;
    while (this.#signal(0)) {
      if (performance.now() > deadline) this.#signal('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (performance.now() > deadline + 1000) return; // unkillable, or a zombie that nobody collects
    }
  }

  #terminate(patience: number): void {
    this.#stage = 'terminating';
    this.#signal('SIGTERM');
    this.#later(patience, () => this.#kill());
  }

  #kill(): void {
    this.#stage = 'killed';
    clearTimeout(this.#timer);
    this.#signal('SIGKILL');
  }

  #later(delay: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, delay);
  }

  /** Signals the whole process group. False when there is nobody left in it. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    if (isWindows) return this.#signalWindows(pid, signal);
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      // EPERM: somebody is there who is not ours to signal.
      return (error as NodeJS.ErrnoException).code === 'EPERM' && signal === 0;
    }
  }

  // Windows has no groups and no polite signal for a process without a console: the tree is ended by its root.
  #signalWindows(pid: number, signal: NodeJS.Signals | 0): boolean {
    const running = this.#child.exitCode === null && this.#child.signalCode === null;
    if (signal !== 0 && running) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return signal === 0 && running;
  }
}

function exited(code: number | null, signal: NodeJS.Signals | null): Ended {
  if (signal === null) return { code: code ?? 0, reason: `the server exited with code ${code ?? 0}` };
  return { code: 128 + (constants.signals[signal] ?? 0), reason: `the server was ended by ${signal}` };
}

function notStarted(command: string, error: NodeJS.ErrnoException): Ended {
  const why =
    error.code === 'ENOENT'
      ? 'there is no such command'
      : error.code === 'EACCES'
        ? 'permission denied'
        : error.message;
  return { code: 2, reason: `the server could not be started: \`${command}\`: ${why}` };
}
