// Describes the time until an event for users, who need no time zone for it. JSON output contains the time itself.

const units = [
  { name: 's', milliseconds: 1000, most: 60 },
  { name: 'min', milliseconds: 60_000, most: 60 },
  { name: 'h', milliseconds: 3_600_000, most: 48 },
  { name: 'days', milliseconds: 24 * 3_600_000, most: Number.POSITIVE_INFINITY },
];

/** Returns text such as `10 min`, rounded up. */
export function remainingTime(until: number, now: number): string {
  const left = Math.max(0, until - now);
  for (const { name, milliseconds, most } of units) {
    const count = Math.ceil(left / milliseconds);
    if (count <= most) return `${count} ${name}`;
  }
  return '';
}
