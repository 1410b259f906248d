// Runs user functions, each in its own worker thread, so that an endless loop blocks neither the process nor other
// functions.

import { FunctionThread } from './function-thread.js';
import { effectiveLimits, type FunctionLimits, MAX_CODE, MAX_TEXT } from './limits.js';
import { SandboxError } from './sandbox-error.js';

export interface SandboxOptions {
  /**
   * The built `worker` file of this package, for programs that bundle the package; by default, the file next to this
   * one.
   */
  readonly workerFile?: string | URL;
  /** The time in milliseconds after which the thread of an idle function is ended; 60 seconds by default. */
  readonly idleMs?: number;
}

/** A user function that can be called. */
export interface SandboxFunction {
  /** Runs `handle(event)` and returns its result as plain data. Rejects with a SandboxError if the function fails. */
  call(event: unknown): Promise<unknown>;
  /** Ends the thread of the function. */
  close(): Promise<void>;
}

export interface Sandbox {
  /** Loads code that defines `function handle(event)`. Rejects with a SandboxError if the code cannot be used. */
  load(code: string, limits?: FunctionLimits): Promise<SandboxFunction>;
  /** Ends all functions; waiting calls are rejected. */
  close(): Promise<void>;
}

export function createSandbox({
  workerFile = new URL('./worker.js', import.meta.url),
  idleMs,
}: SandboxOptions = {}): Sandbox {
  const threads = new Set<FunctionThread>();
  return {
    async load(code, limits = {}) {
      if (code.length > MAX_CODE) throw new SandboxError('invalid', 'the code is larger than 256 KiB');
      const thread = new FunctionThread(workerFile, code, effectiveLimits(limits), idleMs);
      threads.add(thread);
      const close = async () => {
        threads.delete(thread);
        await thread.close();
      };
      try {
        await thread.load();
      } catch (error) {
        await close();
        throw error;
      }
      return { call: (event) => callWithJson(thread, event), close };
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.close()));
      threads.clear();
    },
  };
}

async function callWithJson(thread: FunctionThread, event: unknown): Promise<unknown> {
  const text = JSON.stringify(event);
  if (text.length > MAX_TEXT) throw new SandboxError('size', 'the event is larger than 10 MiB');
  const result = await thread.call(text);
  return result === undefined ? undefined : JSON.parse(result);
}
