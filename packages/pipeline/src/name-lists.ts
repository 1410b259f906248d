// Matches names against the lists with wildcards in the sections of a policy.

import { compileDeniedNames, compileNames } from '@claw/policy';

export type NameMatcher = (name: string | undefined) => boolean;

/** Returns a function that is true for names on the list. It is false for a missing name. */
export const matchesName = (patterns: readonly string[]): NameMatcher => isOn(patterns, compileNames);

/**
 * Returns a function for a list that restricts: it is also true for names that can be confused with one on the list.
 */
export const matchesAnySpelling = (patterns: readonly string[]): NameMatcher =>
  isOn(patterns, compileDeniedNames);

function isOn(patterns: readonly string[], compile: typeof compileNames): NameMatcher {
  if (patterns.length === 0) return () => false;
  const matches = compile(patterns);
  return (name) => name !== undefined && matches(name);
}
