// The members of a record as the end of its line.

/** `,"name":value` for each member, or nothing. `change` is the replacer of `JSON.stringify`. */
export const membersText = (
  members: Readonly<Record<string, unknown>>,
  change?: (name: string, value: unknown) => unknown,
): string => {
  const text = JSON.stringify(members, change).slice(1, -1);
  return text === '' ? '' : `,${text}`;
};
