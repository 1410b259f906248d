// Groups the hits of a batch, so that those of one caller on one rule are counted together.

import type { Limit } from '@claw/pipeline';

/** The seconds until a hit is allowed again, or undefined for an allowed hit. */
export type RetryAfter = number | undefined;

/** Hits on one counter with the same limit. */
export interface HitGroup {
  readonly limit: Limit;
  /** The positions of the hits in the batch. */
  readonly places: number[];
}

export function groupHits(limits: readonly Limit[]): readonly HitGroup[] {
  const groups: HitGroup[] = [];
  const latest = new Map<string, HitGroup>();
  for (const [place, limit] of limits.entries()) {
    const group = latest.get(limit.key);
    if (group !== undefined && isSameLimit(group.limit, limit)) {
      group.places.push(place);
      continue;
    }
    const added = { limit, places: [place] };
    groups.push(added);
    latest.set(limit.key, added);
  }
  return groups;
}

const isSameLimit = (one: Limit, other: Limit): boolean => one === other || hasSameNumbers(one, other);

const hasSameNumbers = (one: Limit, other: Limit): boolean =>
  one.max === other.max &&
  one.windowMs === other.windowMs &&
  one.restartOnHit === other.restartOnHit &&
  one.ban?.after === other.ban?.after &&
  one.ban?.ms === other.ban?.ms;
