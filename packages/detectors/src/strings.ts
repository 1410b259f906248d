// Every string of a JSON value with its path, keys included: text can hide in a key as well as under it.

/** A step into an object or an array. */
export type PathStep = string | number;

/** One string of a value. */
export interface TextPlace {
  /** The steps to the value, or to the member whose key it is. */
  readonly path: readonly PathStep[];
  readonly text: string;
  /** A key is part of the value's shape and cannot be redacted. */
  readonly isKey: boolean;
}

interface Pending {
  readonly value: unknown;
  readonly path: readonly PathStep[];
}

/** The strings of a value in document order; each key comes before what stands under it. */
export function* findStrings(value: unknown): Generator<TextPlace> {
  // A stack of our own: the depth of a value is the sender's choice, the depth of our calls is not.
  const pending: (Pending | TextPlace)[] = [{ value, path: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('isKey' in next) yield next;
    else if (typeof next.value === 'string') yield { path: next.path, text: next.value, isKey: false };
    else for (const member of membersOf(next).reverse()) pending.push(member);
  }
}

function membersOf({ value, path }: Pending): (Pending | TextPlace)[] {
  if (Array.isArray(value)) return value.map((item, index) => ({ value: item, path: [...path, index] }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = [...path, key];
    return [
      { path: place, text: key, isKey: true },
      { value: member as unknown, path: place },
    ];
  });
}
