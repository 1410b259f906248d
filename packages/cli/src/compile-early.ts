// Has V8 compile what runs often sooner than it would by itself. A proxy does few things, again and again, and most sessions are
// over before V8 has taken an interest in them: then every message is run by the interpreter.

import { setFlagsFromString } from 'node:v8';

/**
 * When a function is compiled, by the version of V8: after so many bytes of its code were run, or after so many calls; about a sixth
 * of what V8 would wait for. Measured with calls of 1 KiB: a sixth to a quarter less time for each of the first two thousand, and
 * less work altogether; with much less patience functions are compiled that turn out to be wrong. From Node 24 on a faster compiler
 * comes first, and there is nothing to be gained. V8 complains on stderr about a setting that it does not know.
 */
const SOON: readonly (readonly [version: string, setting: string])[] = [
  ['11.', '--interrupt-budget=10000'],
  ['12.', '--invocation-count-for-turbofan=500'],
];

export function compileEarly(): void {
  const [, setting] = SOON.find(([version]) => process.versions.v8.startsWith(version)) ?? [];
  if (setting !== undefined) setFlagsFromString(setting);
}
