// Times as people write them: `30s`, `1h`, `7d`, or a date.

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
};

/** Milliseconds; undefined when it is no duration. */
export function readDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|m|h|d|w)$/.exec(text) ?? [];
  const factor = units[unit];
  return factor === undefined ? undefined : Number(number) * factor;
}

/** An instant in milliseconds since 1970: so long ago, or a date; undefined when it is neither. */
export function readInstant(text: string, now: number): number | undefined {
  const ago = readDuration(text);
  if (ago !== undefined) return now - ago;
  const instant = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
