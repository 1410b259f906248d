// Makes V8 optimize fewer functions, and with less inlining. Most proxies forward a few hundred messages an
// hour; with the defaults, optimizing cost a third of the processor time of the first thousand messages, on
// additional threads. At a steady load the difference is within the noise. The settings are part of the key
// of stored bytecode, so they are the same for all commands.

import { setFlagsFromString } from 'node:v8';

/**
 * The amount of bytecode that a function must run before it is optimized, in bytes; the default is 67,584.
 */
const budget = 200_000;
/** How much is copied into a function that is optimized, in bytes of bytecode; the default is 920. */
const mostInlined = 100;

export function optimizeLater(): void {
  // Most patterns run once or twice: compiling each of them to bytecode first took twice the time.
  setFlagsFromString('--no-regexp-tier-up');
  // Newer versions have a cheap mid-tier optimizer and do not have this setting.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${budget}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${mostInlined}`);
}
