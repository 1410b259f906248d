// Finds out which custom pattern of a policy a finding belongs to.

import type { Finding } from '@claw/detectors';

/** A custom pattern in a section of a policy. */
export interface UserPattern {
  readonly name: string;
  readonly pattern: string;
}

/** Returns the detector name for the findings of a pattern. No built-in detector has such a name. */
export const patternName = (name: string): string => `pattern:${name}`;

/** Returns a function that looks up the custom pattern for a finding. */
export function patternsByName<Pattern extends UserPattern>(
  patterns: readonly Pattern[],
): (finding: Finding) => Pattern | undefined {
  const byName = new Map(patterns.map((pattern) => [patternName(pattern.name), pattern]));
  return ({ detector }) => byName.get(detector);
}

/** Returns true if a finding belongs to a custom pattern. */
export const isOfPattern = ({ detector }: Finding): boolean => detector.startsWith('pattern:');
