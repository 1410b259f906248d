// Lists of names with wildcards in the sections of a policy.

import { compileDeniedNames, compileNames } from '@claw/policy';

export type NameMatcher = (name: string | undefined) => boolean;

/** True if a name is on the list. A missing name is on no list. */
export const matchesName = (patterns: readonly string[]): NameMatcher => isOn(patterns, compileNames);

/** True if a name, or a name that can be confused with it, is on a list that restricts. */
export const matchesAnySpelling = (patterns: readonly string[]): NameMatcher =>
  isOn(patterns, compileDeniedNames);

function isOn(patterns: readonly string[], compile: typeof compileNames): NameMatcher {
  if (patterns.length === 0) return () => false;
  const matches = compile(patterns);
  return (name) => name !== undefined && matches(name);
}
