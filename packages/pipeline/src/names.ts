// Lists of names with wildcards, as the sections of a policy hold them.

import { compileNames } from '@claw/policy';

export type IsNamed = (name: string | undefined) => boolean;

/** Whether a name is on the list. No name is on none. */
export function namesIn(patterns: readonly string[]): IsNamed {
  if (patterns.length === 0) return () => false;
  const matches = compileNames(patterns);
  return (name) => name !== undefined && matches(name);
}
