// Creates instances of the WebAssembly loops and views of their memory; see wasm/prefilter.wat.

import { prefilterModule } from './wasm-module.js';
import type { Arrange, RulesLayout } from './wasm-rules.js';
import type { Build } from './wasm-tables.js';

/** The memory layout, as described in prefilter.wat. The other addresses are in `wasm-tables.ts`. */
export const offsets = { runs: 256, names: 512, counts: 2_048, met: 663_552, ends: 679_936 } as const;
/** The maximum number of literals in one result. */
export const maxEncountered = 8_192;
const page = 65_536;

export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly met: { readonly value: number };
  readonly weight: { readonly value: number };
  readonly text: { value: number };
  readonly stopped: { readonly value: number };
  readonly opened: { readonly value: number };
  readonly sum: { readonly value: number };
  readonly build: Build;
  readonly arrange: Arrange;
  collect(start: number, end: number, enough: number): number;
  readonly lastStart: { readonly value: number };
  readonly lastEnd: { readonly value: number };
  collectLast(enough: number): number;
  squeeze(start: number, end: number): number;
  look(start: number, from: number, end: number): number;
  hasRun(start: number, end: number): number;
  survey(start: number, end: number, enough: number, scratch: number): number;
}

export interface Imports {
  readonly screen: { readonly holds: (start: number, end: number) => number };
}

interface WebAssemblyHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => { readonly exports: unknown };
}

/** Views of the memory, which contains the results of a pass. */
export interface Views {
  readonly bytes: Uint8Array;
  readonly met: Uint16Array;
  readonly ends: Uint32Array;
  readonly openTargets: Int32Array;
}

export const viewsOf = (buffer: ArrayBuffer, rules: RulesLayout): Views => ({
  bytes: new Uint8Array(buffer),
  met: new Uint16Array(buffer, offsets.met, maxEncountered),
  ends: new Uint32Array(buffer, offsets.ends, maxEncountered),
  openTargets: new Int32Array(buffer, rules.openTargets, (rules.following - rules.openTargets) / 4),
});

/** Multi-byte numbers are little-endian, as in WebAssembly. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
let compiled: object | undefined;

/**
 * Returns a function that creates instances. Returns `undefined` without WebAssembly, and on big-endian
 * machines.
 */
export function loadLoops(): ((imports: Imports) => Exports) | undefined {
  const host = (globalThis as unknown as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly;
  if (host === undefined || !isLittleEndian) return undefined;
  compiled ??= new host.Module(Uint8Array.from(atob(prefilterModule), (unit) => unit.charCodeAt(0)));
  const { Instance } = host;
  const module = compiled;
  return (imports) => new Instance(module, imports).exports as Exports;
}

/**
 * Enlarges the memory if necessary. Returns true if the memory grew, because its old buffer is then detached.
 */
export function growTo(memory: Exports['memory'], end: number): boolean {
  const size = memory.buffer.byteLength;
  if (end <= size) return false;
  memory.grow(Math.ceil((end - size) / page));
  return true;
}
