// A value from a table by a name from untrusted text, which may be `constructor` or `__proto__`.

export const lookUp = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string | undefined,
): Value | undefined => (name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);
