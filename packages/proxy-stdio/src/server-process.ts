// Runs the server as a child process: starts it, stops it in steps together with its descendants, and reports how it
// ended.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { groupIsAlive, killGroupAtExit, signalGroup, unwatchGroup } from './process-group.js';
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
  /** The time between closing the input and SIGTERM. */
  readonly terminateAfter: number;
  /** The time between SIGTERM and SIGKILL. */
  readonly killAfter: number;
}

export const DEFAULT_STOP_TIMEOUTS: StopTimeouts = { terminateAfter: 5000, killAfter: 2000 };

/**
 * The time limits after a signal to this process. They are short because the client will probably kill this process
 * soon, and the server would then keep running. If the client also closes its input, there is no delay: one SDK kills
 * after a second.
 */
const SHORT_STOP_TIMEOUTS: StopTimeouts = { terminateAfter: 500, killAfter: 500 };

/** The interval for checking whether the group has exited, and the time to wait after SIGKILL. */
const CHECK_INTERVAL = 20;
const KILL_TIMEOUT = 1000;

export interface ServerExit {
  /**
   * The exit code of the server, 128 plus the number of the signal that ended it, or 2 if it could not be started.
   */
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
  // The server gets its own process group, so that one signal reaches all processes that `npx` or a shell started.
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
  /**
   * Resolves when the process has exited or could not be started. Its output may not be completely read at that time.
   */
  readonly ended: Promise<ServerExit>;
  /** Undefined if starting failed immediately. */
  readonly #child: ChildProcess | undefined;
  readonly #timeouts: StopTimeouts;
  #stage: 'running' | 'closing' | 'terminating' | 'gone' = 'running';
  #signalled = false;
  #killsSoon = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(command: ServerCommand, timeouts: StopTimeouts) {
    this.#timeouts = timeouts;
    const child = startOrExplain(command);
    this.#child = 'error' in child ? undefined : child;
    this.input = this.#child?.stdin ?? new PassThrough();
    this.output = this.#child?.stdout ?? new PassThrough().end().resume();
    this.ended =
      'error' in child ? Promise.resolve(notStarted(command, child.error)) : ending(child, command);
    if (this.pid !== undefined && !isWindows) killGroupAtExit(this.pid);
    // A server that stops reading is about to exit, so failed writes are not errors.
    this.input.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Call when the client has sent its last message: closes the input; the further steps follow automatically. */
  closeInput(): void {
    if (this.#stage === 'running') this.#closeInput(this.#timeouts.terminateAfter);
    else if (this.#stage === 'closing' && this.#signalled) this.#terminate(SHORT_STOP_TIMEOUTS.killAfter);
  }

  /** Call when a stop was requested: goes to the next step after a short time. */
  stop(): void {
    if (this.#stage === 'running')
      this.#closeInput(Math.min(SHORT_STOP_TIMEOUTS.terminateAfter, this.#timeouts.terminateAfter));
    else if (this.#stage === 'closing') this.#terminate(SHORT_STOP_TIMEOUTS.killAfter);
    else if (this.#stage === 'terminating' && !this.#killsSoon) this.#killIn(SHORT_STOP_TIMEOUTS.killAfter);
    this.#signalled = true;
  }

  /** Stops the descendants of the process after it has exited. Resolves when none of them is running. */
  async stopDescendants(): Promise<void> {
    clearTimeout(this.#timer);
    // No further step may follow, because the id of the group may soon belong to other processes.
    this.#stage = 'gone';
    const { pid } = this;
    if (pid === undefined || isWindows) return;
    await this.#stopGroup(pid);
    unwatchGroup(pid);
  }

  async #stopGroup(pid: number): Promise<void> {
    if (!signalGroup(pid, 'SIGTERM')) return;
    const deadline = performance.now() + this.#timeouts.killAfter;
    while (groupIsAlive(pid)) {
      if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
      if (performance.now() > deadline + KILL_TIMEOUT) return;
      await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
    }
  }

  #closeInput(delay: number): void {
    this.#stage = 'closing';
    this.input.end();
    this.#later(delay, () => this.#terminate(this.#timeouts.killAfter));
  }

  #terminate(delay: number): void {
    this.#stage = 'terminating';
    this.#signal('SIGTERM');
    this.#killIn(delay);
  }

  // Schedules SIGKILL. Signals often arrive in quick succession, so there is always a short time between SIGTERM and
  // SIGKILL.
  #killIn(delay: number): void {
    this.#killsSoon = delay <= SHORT_STOP_TIMEOUTS.killAfter;
    this.#later(delay, () => this.#signal('SIGKILL'));
  }

  #later(delay: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, delay);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) return;
    if (!isWindows) signalGroup(pid, signal);
    // Kills the process tree, because Windows has no process groups, and no SIGTERM for processes without a console.
    else spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => {});
  }
}

function exited(code: number | null, signal: NodeJS.Signals | null): ServerExit {
  if (signal === null) return { code: code ?? 0, reason: `the server exited with code ${code ?? 0}` };
  return { code: 128 + (constants.signals[signal] ?? 0), reason: `the server was ended by ${signal}` };
}

/**
 * Starts the process and returns any failure: some failures are thrown, some are events, and some produce a child
 * without pipes.
 */
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
