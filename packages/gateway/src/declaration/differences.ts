// Compares two records.

type Fields = Readonly<Record<string, unknown>>;

/** Returns the names of the fields in which the records differ. */
export const differences = (wanted: Fields, stored: Fields): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].filter(
    (name) => canonical(wanted[name]) !== canonical(stored[name]),
  );

/** Returns a text that is the same for equal values, whatever the order of their keys. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
