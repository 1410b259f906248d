// Finds every string of a JSON value with its path. Keys are included, because they can contain text as well.

/** An object key or an array index. */
export type PathSegment = string | number;

/** One string of a value. */
export interface LocatedString {
  /** The path of the value. For a key, the path of its member. */
  readonly path: readonly PathSegment[];
  readonly text: string;
  /** True if the text is a key. A key is part of the structure of the value and cannot be redacted. */
  readonly isKey: boolean;
}

/**
 * A segment and the segments before it. Paths are created on demand, because creating the paths of all strings in a
 * deeply nested value would take quadratic time.
 */
interface Trail {
  readonly before: Trail | undefined;
  readonly step: PathSegment;
}

interface Pending {
  readonly value: unknown;
  readonly trail: Trail | undefined;
  /** Set for a key, which is visited before its value. */
  readonly isKey?: true;
}

/** Returns the strings of a value in document order. Each key precedes its value. */
export function* findStrings(value: unknown): Generator<LocatedString> {
  // Uses an explicit stack instead of recursion, because the sender controls how deeply a value is nested.
  const pending: Pending[] = [{ value, trail: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next.value === 'string') yield toPlace(next.value, next.trail, next.isKey === true);
    else for (const member of membersOf(next).reverse()) pending.push(member);
  }
}

function membersOf({ value, trail }: Pending): Pending[] {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ({ value: item, trail: { before: trail, step: index } }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): Pending[] => {
    const own = { before: trail, step: key };
    return [
      { value: key, trail: own, isKey: true },
      { value: member as unknown, trail: own },
    ];
  });
}

const toPlace = (text: string, trail: Trail | undefined, isKey: boolean): LocatedString => ({
  get path() {
    const path: PathSegment[] = [];
    for (let at = trail; at !== undefined; at = at.before) path.push(at.step);
    return path.reverse();
  },
  text,
  isKey,
});
