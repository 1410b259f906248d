// Settings of V8. Most proxies forward a few hundred messages an hour, and a client runs many of them: V8 optimizes
// fewer functions, and with less inlining, since with the defaults optimizing cost a third of the processor time of the
// first thousand messages, on additional threads. At a steady load the difference is within the noise.

import { setFlagsFromString } from 'node:v8';

/**
 * The amount of bytecode that a function must run before it is optimized, in bytes; the default is 67,584.
 */
const budget = 200_000;
/** The maximum amount of bytecode that is inlined into an optimized function, in bytes; the default is 920. */
const mostInlined = 100;
/** The growth of the old generation, in percent, after which it is collected. */
const heapGrowth = 30;

/** The settings for a command. The result names them in the file names of bytecode, which depends on them. */
export function applyV8Settings(command: string | undefined): string {
  // Most patterns run once or twice: compiling each of them to bytecode first took twice the time.
  setFlagsFromString('--no-regexp-tier-up');
  // Newer versions have a cheap mid-tier optimizer and do not have this setting.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${budget}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${mostInlined}`);
  if (command !== 'proxy') return '';
  // This saves a fifth of the memory, and costs no measurable time.
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  return '-small';
}
