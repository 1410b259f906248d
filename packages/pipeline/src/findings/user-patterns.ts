// Custom patterns of a policy: distinguishes their findings from those of the built-in detectors.

import type { Finding } from '@claw/detectors';

/** A pattern in a section of a policy. */
export interface UserPattern {
  readonly name: string;
  readonly pattern: string;
}

/** The name of the findings of a pattern. No built-in detector has such a name. */
export const patternName = (name: string): string => `pattern:${name}`;

/** Returns the pattern of a section that a finding comes from. */
export function patternsByName<Pattern extends UserPattern>(
  patterns: readonly Pattern[],
): (finding: Finding) => Pattern | undefined {
  const byName = new Map(patterns.map((pattern) => [patternName(pattern.name), pattern]));
  return ({ detector }) => byName.get(detector);
}

/** True for a finding of a custom pattern. */
export const isOfPattern = ({ detector }: Finding): boolean => detector.startsWith('pattern:');
