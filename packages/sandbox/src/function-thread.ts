// A worker thread that runs one function. It starts with the first call, runs one call at a time, and is replaced if
// it crashes or does not respond in time.

import { Worker } from 'node:worker_threads';
import { type EffectiveLimits, loadLimit } from './limits.js';
import type { WorkerRequest, WorkerResponse } from './protocol.js';
import { ENDLESS_CODE, SandboxError } from './sandbox-error.js';

interface Pending {
  readonly request: WorkerRequest & { readonly id: number };
  readonly resolve: (result: string | undefined) => void;
  readonly reject: (error: SandboxError) => void;
}

/**
 * The maximum number of pending calls. Further calls are rejected, so that a slow function does not fill the memory.
 */
const MAX_WAITING = 1_000;

/** The id of a request to load the function again. */
const RELOAD = 0;

/** The time limit for starting the thread and QuickJS. That takes about 50 ms, and more on a busy machine. */
const START_MS = 5_000;

/** The time limit for loading a function, which is long enough for valid functions on a busy machine. */
const BUSY_MS = 1_000;

/** The time after which an idle thread is ended. The next call starts another one. */
const IDLE_MS = 60_000;

/**
 * QuickJS stops a function by itself. If the thread still has not responded after this additional time, it is ended.
 */
const STOP_TOLERANCE_MS = 250;

export class FunctionThread {
  readonly #workerFile: string | URL;
  readonly #code: string;
  readonly #limits: EffectiveLimits;
  readonly #idleMs: number;
  readonly #waiting: Pending[] = [];
  #worker: Worker | undefined;
  #running: Pending | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isLoaded = false;
  #isClosed = false;
  #lastId = 0;

  constructor(workerFile: string | URL, code: string, limits: EffectiveLimits, idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
    this.#workerFile = workerFile;
    this.#code = code;
    this.#limits = limits;
  }

  /** Checks the code by loading it. Rejects with a SandboxError if the code cannot be used. */
  async load(): Promise<void> {
    const { promise, pending } = this.#enqueue((id) => ({ ...this.#loadRequest(), id }));
    this.#waiting.push(pending);
    this.#runNext();
    await promise;
  }

  async call(event: string): Promise<string | undefined> {
    if (this.#waiting.length >= MAX_WAITING)
      throw new SandboxError('busy', `${MAX_WAITING} calls to this function are already waiting`);
    const { promise, pending } = this.#enqueue((id) => ({ kind: 'call', functionId: 0, id, event }));
    this.#waiting.push(pending);
    this.#runNext();
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end(new SandboxError('closed', 'the sandbox is closed'));
    for (const { reject } of this.#waiting.splice(0))
      reject(new SandboxError('closed', 'the sandbox is closed'));
  }

  #loadRequest = () => ({ kind: 'load', functionId: 0, code: this.#code, limits: this.#limits }) as const;

  #enqueue(create: (id: number) => Pending['request']): {
    promise: Promise<string | undefined>;
    pending: Pending;
  } {
    if (this.#isClosed) throw new SandboxError('closed', 'the sandbox is closed');
    this.#lastId += 1;
    const request = create(this.#lastId);
    let pending: Pending | undefined;
    const promise = new Promise<string | undefined>((resolve, reject) => {
      pending = { request, resolve, reject };
    });
    return { promise, pending: pending as unknown as Pending };
  }

  #runNext(): void {
    if (this.#running !== undefined) return;
    const next = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (next === undefined) {
      this.#idle = setTimeout(
        () => this.#end(new SandboxError('closed', 'the thread is idle')),
        this.#idleMs,
      );
      // The timer must not keep the process alive.
      this.#idle.unref();
      return;
    }
    this.#running = next;
    // A new thread has to load the function first.
    if (!this.#isLoaded && next.request.kind === 'call') this.#post({ ...this.#loadRequest(), id: RELOAD });
    else this.#post(next.request);
  }

  /** Sends a request. The time limit for the code begins when the thread has started. */
  #post(request: Pending['request']): void {
    this.#start().postMessage(request);
    if (this.#isLoaded)
      this.#watch(this.#limits.timeoutMs, `the function ran longer than ${this.#limits.timeoutMs} ms`);
    else this.#watch(START_MS, 'the sandbox did not start');
  }

  /** Ends the thread if it does not respond in time. */
  #watch(milliseconds: number, reason: string): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(
      () => this.#end(new SandboxError('timeout', reason)),
      milliseconds + STOP_TOLERANCE_MS,
    );
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    // The thread gets no environment and no streams, because it needs neither.
    const worker = new Worker(this.#workerFile, { env: {}, stdin: false, execArgv: [] });
    worker.on('message', (response: WorkerResponse) => this.#settle(response));
    worker.on('error', () => this.#end(new SandboxError('failed', 'the function crashed the sandbox')));
    // An idle thread must not keep the process alive.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #settle(response: WorkerResponse): void {
    if ('isLoading' in response) {
      this.#watch(loadLimit(this.#limits) + BUSY_MS, ENDLESS_CODE);
      return;
    }
    if (!('error' in response)) this.#isLoaded = true;
    const running = this.#running;
    if (running === undefined || (response.id !== running.request.id && response.id !== RELOAD)) return;
    if (response.id === RELOAD && !('error' in response)) {
      this.#post(running.request);
      return;
    }
    clearTimeout(this.#watchdog);
    this.#running = undefined;
    if ('error' in response) running.reject(new SandboxError(response.error.code, response.error.message));
    else running.resolve(response.result);
    this.#runNext();
  }

  /** Ends the thread and rejects the call that is running in it. The next call starts another thread. */
  async #end(error: SandboxError): Promise<void> {
    const worker = this.#worker;
    const running = this.#running;
    clearTimeout(this.#watchdog);
    clearTimeout(this.#idle);
    this.#worker = undefined;
    this.#running = undefined;
    this.#isLoaded = false;
    worker?.removeAllListeners();
    const ended = worker?.terminate();
    running?.reject(error);
    if (!this.#isClosed && this.#waiting.length > 0) this.#runNext();
    await ended;
  }
}
