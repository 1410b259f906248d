// Lists of names with wildcards, as the sections of a policy hold them.

import { compileDeniedNames, compileNames } from '@claw/policy';

export type NameMatcher = (name: string | undefined) => boolean;

/** Whether a name is on the list. No name is on none. */
export const matchesName = (patterns: readonly string[]): NameMatcher => isOn(patterns, compileNames);

/** Whether a name is on a list that restricts: whatever may be taken for a name on it is. */
export const matchesAnySpelling = (patterns: readonly string[]): NameMatcher =>
  isOn(patterns, compileDeniedNames);

function isOn(patterns: readonly string[], compile: typeof compileNames): NameMatcher {
  if (patterns.length === 0) return () => false;
  const matches = compile(patterns);
  return (name) => name !== undefined && matches(name);
}
