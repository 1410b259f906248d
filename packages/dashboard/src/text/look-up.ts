// Returns a value from a table for an untrusted name, which may be `constructor` or `__proto__`.

export const lookUp = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string | undefined,
): Value | undefined => (name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);
