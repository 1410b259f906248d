// Loads the compiled loops in `wasm/messages.wat`. Their input is copied into the memory of the module.

import { messagesModule } from './messages-module.js';

export interface WasmFunctions {
  readonly memory: ArrayBuffer;
  /** Like `StringSkipper.textEnd`, for text in this memory. */
  textEnd(at: number, end: number): number;
  /** See `wasm-scanner.ts`. */
  read(start: number, end: number, maxDepth: number, uniqueKeys: number): number;
}

/** The start and the maximum length of the text in the memory. */
export const TEXT_OFFSET = 65_536;
export const TEXT_CAPACITY = 65_536;

interface WebAssemblyHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Exports extends Omit<WasmFunctions, 'memory'> {
  readonly memory: { readonly buffer: ArrayBuffer };
}

let made: WasmFunctions | 'none' | undefined;

/**
 * Compiles the module on first use. Returns undefined without WebAssembly, on big-endian machines, and if the module
 * cannot be created: its memory reserves gigabytes of address space, which may be limited.
 */
export function loadWasmFunctions(): WasmFunctions | undefined {
  made ??= compile() ?? 'none';
  return made === 'none' ? undefined : made;
}

function compile(): WasmFunctions | undefined {
  const { WebAssembly: host } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyHost };
  const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  if (host === undefined || !isLittleEndian) return undefined;
  try {
    const module = new host.Module(Uint8Array.from(atob(messagesModule), (unit) => unit.charCodeAt(0)));
    const { memory, textEnd, read } = new host.Instance(module).exports as Exports;
    return { memory: memory.buffer, textEnd, read };
  } catch {
    return undefined;
  }
}
