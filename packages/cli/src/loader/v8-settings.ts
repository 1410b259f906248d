// Configures V8. Most proxies forward a few hundred messages per hour, and a client runs many proxies. With the
// defaults, optimizing code takes a third of the processor time of the first thousand messages, on additional threads.
// So V8 optimizes fewer functions and inlines less; at a steady load this makes no measurable difference.

import { setFlagsFromString } from 'node:v8';

/** The amount of bytecode that a function must run before it is optimized, in bytes; the default is 67,584. */
const budget = 200_000;
/** The maximum amount of bytecode that is inlined into an optimized function, in bytes; the default is 920. */
const maxInlined = 100;
/** The growth of the old generation, in percent, after which garbage is collected. */
const heapGrowth = 30;

/**
 * Applies the settings for a command. The result identifies the settings in the file names of bytecode, because
 * bytecode depends on them.
 */
export function applyV8Settings(command: string | undefined): string {
  // Most patterns run only once or twice, so compiling them to bytecode first would take longer overall.
  setFlagsFromString('--no-regexp-tier-up');
  // Newer versions have a cheap mid-tier optimizer and do not have this setting.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${budget}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${maxInlined}`);
  if (command !== 'proxy') return '';
  // This setting reduces the memory use by a fifth and takes no measurable time.
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  return '-small';
}

/** The default of V8. */
const growthFactor = 2;

/**
 * Stops the growth of the memory for new objects. While the program starts, this memory grows enough for the objects
 * of a few messages; a larger one saves no measurable time.
 */
export function stopMemoryGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Restores the settings of the start. V8 rejects bytecode that was stored with other settings. */
export function restoreStartSettings(): void {
  setFlagsFromString(`--semi-space-growth-factor=${growthFactor}`);
}
