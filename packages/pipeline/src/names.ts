// Lists of names with wildcards, as the sections of a policy hold them.

import { compileNames, compileRestrictedNames } from '@claw/policy';

export type IsNamed = (name: string | undefined) => boolean;

/** Whether a name is on the list. No name is on none. */
export const namesIn = (patterns: readonly string[]): IsNamed => isOn(patterns, compileNames);

/** Whether a name is on a list that restricts: whatever may be taken for a name on it is. */
export const namesLike = (patterns: readonly string[]): IsNamed => isOn(patterns, compileRestrictedNames);

function isOn(patterns: readonly string[], compile: typeof compileNames): IsNamed {
  if (patterns.length === 0) return () => false;
  const matches = compile(patterns);
  return (name) => name !== undefined && matches(name);
}
