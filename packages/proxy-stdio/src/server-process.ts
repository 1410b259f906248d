// The server as a child process: starts it, stops it in steps together with its descendants, and reports how it
// ended.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { groupIsAlive, killAtExit, letGo, signalGroup } from './process-group.js';
import { whyNotStarted } from './start-failure.js';
import { windowsInvocation } from './windows-command.js';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
}

/** Time limits in milliseconds. */
export interface StopTimeouts {
  /** From closing its input to SIGTERM. */
  readonly terminateAfter: number;
  /** From SIGTERM to SIGKILL. */
  readonly killAfter: number;
}

export const defaultPatience: StopTimeouts = { terminateAfter: 5000, killAfter: 2000 };

/**
 * After a signal to us, the client will probably kill us soon, and then the server would keep running. So the
 * time limits are short after a signal, and immediate if the client also closes its input: one SDK kills
 * after a second.
 */
const HURRIED: StopTimeouts = { terminateAfter: 500, killAfter: 500 };

/** How often to check whether the group has exited, and how long to wait after SIGKILL. */
const LOOK_AGAIN = 20;
const UNKILLABLE = 1000;

export interface ServerExit {
  /** The exit code; 128 + the signal that ended it; 2 if it could not be started. */
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
  // A separate process group, so that one signal reaches everything that `npx` or a shell started.
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
  /** Resolves when the process has exited or could not be started; its output may still be read. */
  readonly ended: Promise<ServerExit>;
  /** Undefined if starting failed immediately. */
  readonly #child: ChildProcess | undefined;
  readonly #patience: StopTimeouts;
  #stage: 'running' | 'leaving' | 'terminating' | 'gone' = 'running';
  #signalled = false;
  #hurried = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(command: ServerCommand, patience: StopTimeouts) {
    this.#patience = patience;
    const child = startOrExplain(command);
    this.#child = 'error' in child ? undefined : child;
    this.input = this.#child?.stdin ?? new PassThrough();
    this.output = this.#child?.stdout ?? new PassThrough().end().resume();
    this.ended =
      'error' in child ? Promise.resolve(notStarted(command, child.error)) : ending(child, command);
    if (this.pid !== undefined && !isWindows) killAtExit(this.pid);
    // When a server stops reading, it is about to exit; failed writes to it are not errors.
    this.input.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The client has sent its last message: closes the input; further steps follow automatically. */
  stop(): void {
    if (this.#stage === 'running') this.#leave(this.#patience.terminateAfter);
    else if (this.#stage === 'leaving' && this.#signalled) this.#terminate(HURRIED.killAfter);
  }

  /** A stop was requested: goes to the next step soon. */
  hurry(): void {
    if (this.#stage === 'running')
      this.#leave(Math.min(HURRIED.terminateAfter, this.#patience.terminateAfter));
    else if (this.#stage === 'leaving') this.#terminate(HURRIED.killAfter);
    else if (this.#stage === 'terminating' && !this.#hurried) this.#killIn(HURRIED.killAfter);
    this.#signalled = true;
  }

  /** After the process has exited, stops its descendants. Resolves when none is running. */
  async sweep(): Promise<void> {
    clearTimeout(this.#timer);
    // No step may follow, because the id of the group may soon belong to other processes.
    this.#stage = 'gone';
    const { pid } = this;
    if (pid === undefined || isWindows) return;
    await this.#sweepGroup(pid);
    letGo(pid);
  }

  async #sweepGroup(pid: number): Promise<void> {
    if (!signalGroup(pid, 'SIGTERM')) return;
    const deadline = performance.now() + this.#patience.killAfter;
    while (groupIsAlive(pid)) {
      if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
      if (performance.now() > deadline + UNKILLABLE) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  }

  #leave(patience: number): void {
    this.#stage = 'leaving';
    this.input.end();
    this.#later(patience, () => this.#terminate(this.#patience.killAfter));
  }

  #terminate(patience: number): void {
    this.#stage = 'terminating';
    this.#signal('SIGTERM');
    this.#killIn(patience);
  }

  // Signals often arrive in quick succession, so there is at least a short time between SIGTERM and SIGKILL.
  #killIn(patience: number): void {
    this.#hurried = patience <= HURRIED.killAfter;
    this.#later(patience, () => this.#signal('SIGKILL'));
  }

  #later(delay: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, delay);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) return;
    if (!isWindows) signalGroup(pid, signal);
    // Windows has no process groups, and no SIGTERM for processes without a console, so the process tree is killed.
    else spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => {});
  }
}

function exited(code: number | null, signal: NodeJS.Signals | null): ServerExit {
  if (signal === null) return { code: code ?? 0, reason: `the server exited with code ${code ?? 0}` };
  return { code: 128 + (constants.signals[signal] ?? 0), reason: `the server was ended by ${signal}` };
}

/** Some failures are thrown, some arrive as an event, and some produce a child without pipes. */
function startOrExplain(command: ServerCommand): ChildProcess | { error: NodeJS.ErrnoException } {
  try {
    return start(command);
  } catch (error) {
    return { error: error as NodeJS.ErrnoException };
  }
}

const ending = (child: ChildProcess, command: ServerCommand): Promise<ServerExit> =>
  new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(command, error)));
    child.once('exit', (code, signal) => resolve(exited(code, signal)));
  });

const notStarted = (command: ServerCommand, error: NodeJS.ErrnoException): ServerExit => ({
  code: 2,
  reason: `the server could not be started: ${whyNotStarted(command, error)}`,
});
