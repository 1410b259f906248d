// Parses durations (`30s`, `1h`, `7d`) and points in time (a date, or a duration before now).

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
};

/** The duration in milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|m|h|d|w)$/.exec(text) ?? [];
  const factor = units[unit];
  return factor === undefined ? undefined : Number(number) * factor;
}

/** A point in time in milliseconds since 1970; undefined if the text is neither a duration nor a date. */
export function parseTime(text: string, now: number): number | undefined {
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
