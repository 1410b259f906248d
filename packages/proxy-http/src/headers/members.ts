// Reads members of values that may not be objects.

export type Members = Readonly<Record<string, unknown>>;

/** Returns the value if it has members, and an empty object otherwise. Elements of arrays count as members. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
