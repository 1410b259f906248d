// The compiled loop over the text of strings, `wasm/string-text.wat`: what is to be skipped is copied into its memory.

import { stringTextModule } from './string-text-module.js';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  textEnd(at: number, end: number): number;
}

interface WebAssemblyHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

export interface TextLoop {
  readonly memory: Uint8Array;
  /** As `Chunk.textEnd`, for what stands in the memory. */
  textEnd(at: number, end: number): number;
}

let loop: TextLoop | 'none' | undefined;

/** Compiled when it is first needed. Undefined in an engine without a compiler. */
export function textLoop(): TextLoop | undefined {
  loop ??= compile() ?? 'none';
  return loop === 'none' ? undefined : loop;
}

function compile(): TextLoop | undefined {
  const host = (globalThis as unknown as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly;
  if (host === undefined) return undefined;
  const module = new host.Module(Uint8Array.from(atob(stringTextModule), (unit) => unit.charCodeAt(0)));
  const { memory, textEnd } = new host.Instance(module).exports as Exports;
  return { memory: new Uint8Array(memory.buffer), textEnd };
}
