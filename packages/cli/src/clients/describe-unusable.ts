// Formats the error for a client configuration file that cannot be read, with a position that editors and terminals
// turn into a link.

import type { ReadSource } from './servers.js';

type Unusable = Pick<Extract<ReadSource, { kind: 'unusable' }>, 'source' | 'problem'>;

/** Returns `FILE:LINE:COLUMN: it cannot be read: …`, or `FILE: …` if the problem has no position. */
export function describeUnusable({ source: { file }, problem }: Unusable): string {
  const [, what, position, why] = /^(it cannot be read): (\d+:\d+):? (.*)$/s.exec(problem) ?? [];
  return position === undefined ? `${file}: ${problem}` : `${file}:${position}: ${what}: ${why}`;
}
