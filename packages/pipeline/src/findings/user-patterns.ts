// Patterns that a policy brings along: how their findings are told from those of the built-in detectors.

import type { Finding } from '@claw/detectors';

/** A pattern as a section of a policy holds it. */
export interface UserPattern {
  readonly name: string;
  readonly pattern: string;
}

/** The name that a pattern's findings carry. No built-in detector has such a one. */
export const patternName = (name: string): string => `pattern:${name}`;

/** Finds the pattern of a section that a finding comes from. */
export function patternsByName<Pattern extends UserPattern>(
  patterns: readonly Pattern[],
): (finding: Finding) => Pattern | undefined {
  const byName = new Map(patterns.map((pattern) => [patternName(pattern.name), pattern]));
  return ({ detector }) => byName.get(detector);
}

/** True for a finding of some pattern of a policy. */
export const isOfPattern = ({ detector }: Finding): boolean => detector.startsWith('pattern:');
