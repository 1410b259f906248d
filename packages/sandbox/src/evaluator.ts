// Runs one user function in QuickJS. Every call runs in a fresh context, so a function keeps no state between calls
// and cannot learn about other callers; the same event always gives the same result.

import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { type EffectiveLimits, loadLimit, MAX_STACK_BYTES, MAX_TEXT } from './limits.js';
import { ENDLESS_CODE, SandboxError } from './sandbox-error.js';

/** Removes the globals that would make results differ between calls: time, randomness and garbage collection. */
const REMOVE_NONDETERMINISM = `
delete globalThis.Date;
delete globalThis.WeakRef;
delete globalThis.FinalizationRegistry;
delete globalThis.performance;
delete Math.random;
`;

/**
 * This code runs before the user's code, so that the user's code cannot replace the functions that read the event and
 * write the result.
 */
const ENTRY = `(() => {
  const { parse, stringify } = JSON;
  return (text) => {
    const result = handle(parse(text));
    if (result !== null && typeof result === 'object' && typeof result.then === 'function')
      throw new TypeError('\`handle\` must return a plain value, not a promise');
    return stringify(result);
  };
})()`;

/** A context that has run the user's code and is ready for one call. */
interface Prepared {
  readonly context: QuickJSContext;
  readonly entry: QuickJSHandle;
}

export class Evaluator {
  readonly #quickJs: QuickJSWASMModule;
  readonly #code: string;
  readonly #limits: EffectiveLimits;
  readonly #now: () => number;
  #next: Prepared | undefined;

  /** Throws a SandboxError if the code cannot be used. */
  constructor(quickJs: QuickJSWASMModule, code: string, limits: EffectiveLimits, now: () => number) {
    this.#quickJs = quickJs;
    this.#code = code;
    this.#limits = limits;
    this.#now = now;
    this.#next = this.#prepare();
  }

  /**
   * Runs the function on an event. Returns the result as JSON text, or undefined if the function returned nothing.
   */
  call(event: string): string | undefined {
    const { context, entry } = this.#next ?? this.#prepare();
    this.#next = undefined;
    try {
      this.#startTimer(context);
      const argument = context.newString(event);
      const returned = context.callFunction(entry, context.undefined, argument);
      argument.dispose();
      const result = this.#unwrap(context, returned, 'failed');
      const text = context.typeof(result) === 'string' ? this.#readResult(context, result) : undefined;
      result.dispose();
      return text;
    } finally {
      entry.dispose();
      dispose(context);
    }
  }

  /** Prepares the context for the next call. Called while no call is waiting. */
  prepareNext(): void {
    this.#next ??= this.#prepare();
  }

  close(): void {
    if (this.#next === undefined) return;
    this.#next.entry.dispose();
    dispose(this.#next.context);
    this.#next = undefined;
  }

  #prepare(): Prepared {
    const runtime = this.#quickJs.newRuntime();
    runtime.setMemoryLimit(this.#limits.memoryBytes);
    runtime.setMaxStackSize(MAX_STACK_BYTES);
    const context = runtime.newContext();
    let entry: QuickJSHandle | undefined;
    try {
      // Loading has its own time limit, because it may run while the machine is busy.
      this.#startTimer(context, loadLimit(this.#limits));
      this.#unwrap(context, context.evalCode(REMOVE_NONDETERMINISM), 'invalid').dispose();
      entry = this.#unwrap(context, context.evalCode(ENTRY), 'invalid');
      this.#unwrap(context, context.evalCode(this.#code, 'function.js'), 'invalid').dispose();
      const kind = this.#unwrap(context, context.evalCode('typeof handle'), 'invalid').consume(context.dump);
      if (kind !== 'function')
        throw new SandboxError('invalid', 'the code defines no function `handle(event)`');
      return { context, entry };
    } catch (error) {
      entry?.dispose();
      dispose(context);
      throw error;
    }
  }

  #startTimer(context: QuickJSContext, milliseconds = this.#limits.timeoutMs): void {
    const deadline = this.#now() + milliseconds;
    context.runtime.setInterruptHandler(() => this.#now() > deadline);
  }

  #readResult(context: QuickJSContext, result: QuickJSHandle): string {
    // The length is checked first, so that a huge text is not copied out of the sandbox.
    const length = context.getProp(result, 'length');
    const units = context.getNumber(length);
    length.dispose();
    if (units > MAX_TEXT) throw new SandboxError('size', 'the result is larger than 10 MiB');
    return context.getString(result);
  }

  #unwrap(
    context: QuickJSContext,
    returned: ReturnType<QuickJSContext['evalCode']>,
    code: 'invalid' | 'failed',
  ): QuickJSHandle {
    if (returned.error === undefined) return returned.value;
    const thrown = describeThrown(context, returned.error);
    returned.error.dispose();
    if (thrown.endsWith('interrupted')) {
      throw new SandboxError(
        'timeout',
        code === 'invalid' ? ENDLESS_CODE : `the function ran longer than ${this.#limits.timeoutMs} ms`,
      );
    }
    if (thrown.endsWith('out of memory')) {
      const mebibytes = this.#limits.memoryBytes / 1024 / 1024;
      throw new SandboxError('memory', `the function used more than ${mebibytes} MiB of memory`);
    }
    throw new SandboxError(code, thrown);
  }
}

/**
 * Describes a thrown value as `Name: message` without running any code of the function again, because a getter could
 * loop forever.
 */
function describeThrown(context: QuickJSContext, thrown: QuickJSHandle): string {
  if (context.typeof(thrown) === 'string') return context.getString(thrown).slice(0, MAX_DESCRIPTION);
  if (context.typeof(thrown) !== 'object') return 'the function threw a value that is not an error';
  context.runtime.setInterruptHandler(() => true);
  const [name, message] = ['name', 'message'].map((key) => {
    const property = context.getProp(thrown, key);
    const text = context.typeof(property) === 'string' ? context.getString(property) : '';
    property.dispose();
    return text.slice(0, MAX_DESCRIPTION);
  });
  return [name, message].filter(Boolean).join(': ') || 'the function threw an error without a message';
}

const MAX_DESCRIPTION = 500;

function dispose(context: QuickJSContext): void {
  const { runtime } = context;
  context.dispose();
  runtime.dispose();
}
