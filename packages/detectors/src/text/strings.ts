// Every string of a JSON value with its path, including keys, which can contain text as well.

/** A step into an object or an array. */
export type PathSegment = string | number;

/** One string of a value. */
export interface LocatedString {
  /** The steps to the value, or to the member of the key. */
  readonly path: readonly PathSegment[];
  readonly text: string;
  /** A key is part of the structure of the value and cannot be redacted. */
  readonly isKey: boolean;
}

/** A step and its parent. Paths are created on demand: for a deep value, creating all would take quadratic time. */
interface Trail {
  readonly before: Trail | undefined;
  readonly step: PathSegment;
}

interface Pending {
  readonly value: unknown;
  readonly trail: Trail | undefined;
  /** The key itself, before its value. */
  readonly isKey?: true;
}

/** The strings of a value in document order; each key precedes its value. */
export function* findStrings(value: unknown): Generator<LocatedString> {
  // An explicit stack, because the sender controls the depth of a value.
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
