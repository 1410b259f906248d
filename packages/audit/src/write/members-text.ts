// Formats the members at the end of a record.

/**
 * Returns `,"name":value` for each member, or an empty string if there are none. `change` is the replacer for
 * `JSON.stringify`.
 */
export const membersText = (
  members: Readonly<Record<string, unknown>>,
  change?: (name: string, value: unknown) => unknown,
): string => {
  const text = JSON.stringify(members, change).slice(1, -1);
  return text === '' ? '' : `,${text}`;
};
