// The compiled loops that put lines together, `wasm/lines.wat`, and where things are in their memory.

import { linesModule } from './lines-module.js';

export interface LineLoops {
  readonly memory: ArrayBuffer;
  /** The line of a record up to its hash; where it ends. What is not there is -1. */
  compose(
    at: number,
    kind: number,
    seq: number,
    milliseconds: number,
    idLength: number,
    decideUs: number,
    argumentsLength: number,
    callSeq: number,
    latencyUs: number,
  ): number;
  /** Ends a line with its hash; where it ends. */
  finish(at: number): number;
}

export const places = {
  ending: 0,
  second: 128,
  lengths: 192,
  parts: 1024,
  id: 33_792,
  arguments: 41_984,
  lines: 65_536,
} as const;

/** How long things may be there. */
export const rooms = { part: 8192, id: 8192, arguments: 16_384 } as const;

interface WebAssemblyHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Exports extends Omit<LineLoops, 'memory'> {
  readonly memory: { readonly buffer: ArrayBuffer };
}

/**
 * Loops with a memory of their own. Undefined in an engine without a compiler, on a machine that writes numbers the other way
 * round, and where they cannot be made: their memory takes gigabytes of addresses, which a limit may not allow.
 */
export function createLineLoops(): LineLoops | undefined {
  const { WebAssembly: host } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyHost };
  const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  if (host === undefined || !isLittleEndian) return undefined;
  try {
    const module = new host.Module(Buffer.from(linesModule, 'base64'));
    const { memory, compose, finish } = new host.Instance(module).exports as Exports;
    return { memory: memory.buffer, compose, finish };
  } catch {
    return undefined;
  }
}
