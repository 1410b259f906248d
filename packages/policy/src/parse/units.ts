// Parses and formats durations (`30s`), sizes (`10MB`, binary) and TOML dates.

const DURATION_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Returns milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount === undefined || unit === undefined
    ? undefined
    : Number(amount) * (DURATION_UNITS[unit] ?? 0);
}

/** Returns bytes, or undefined if the text is not a size. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})(B|KB|MB|GB)$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * (SIZE_UNITS[unit] ?? 0);
}

/** Returns the shortest text for which `parseDuration` returns this value. */
export function formatDuration(milliseconds: number): string {
  for (const unit of ['d', 'h', 'm', 's'])
    if (milliseconds > 0 && milliseconds % (DURATION_UNITS[unit] ?? 1) === 0)
      return `${milliseconds / (DURATION_UNITS[unit] ?? 1)}${unit}`;
  return `${milliseconds}ms`;
}

/** Returns the shortest text for which `parseSize` returns this value. */
export function formatSize(bytes: number): string {
  for (const unit of ['GB', 'MB', 'KB'])
    if (bytes > 0 && bytes % (SIZE_UNITS[unit] ?? 1) === 0)
      return `${bytes / (SIZE_UNITS[unit] ?? 1)}${unit}`;
  return `${bytes}B`;
}

/**
 * Returns a TOML date or date-time in milliseconds since 1970. A date-time without an offset is in UTC, so that a
 * policy has the same meaning on every machine. A date without a time means the end of that day.
 */
export function parseMoment(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(
    text,
  );
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, offset] = parts;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  if (hour === undefined) return (days + 1) * 86_400_000;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  return days * 86_400_000 + seconds * 1000 - offsetMinutes(offset) * 60_000;
}

function offsetMinutes(offset: string | undefined): number {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return offset.startsWith('-') ? -minutes : minutes;
}

// The year is counted from March, so that the leap day is its last day.
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

/** Returns a date-time in UTC as ISO text with whole seconds. This is the inverse of `parseMoment`. */
export function formatMoment(milliseconds: number): string {
  const day = Math.floor(milliseconds / 86_400_000);
  const seconds = Math.floor((milliseconds - day * 86_400_000) / 1000);
  let year = 1970 + Math.floor(day / 366);
  while (daysSince1970(year + 1, 1, 1) <= day) year += 1;
  let month = 1;
  while (month < 12 && daysSince1970(year, month + 1, 1) <= day) month += 1;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day - daysSince1970(year, month, 1) + 1)}`;
  return `${date}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
}
