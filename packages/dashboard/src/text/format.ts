// Formats numbers, durations and times.

/**
 * Removes the special spaces and direction marks that some locales use (such as U+202F in `3:04 PM`), because the page
 * would display them as code points.
 */
const plain = (text: string): string => text.replace(/\p{Zs}/gu, ' ').replace(/\p{Cf}/gu, '');

const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a count: `1,234`, and `12.3K` from ten thousand on. */
export const formatCount = (count: number): string => plain((count < 10_000 ? whole : compact).format(count));

export const pluralize = (count: number, noun: string, many = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : many}`;

/** Formats a duration: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes < 10 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

/** Formats a latency: `0.08 ms`. */
export const formatLatency = (milliseconds: number | null | undefined): string =>
  milliseconds === null || milliseconds === undefined
    ? '–'
    : `${milliseconds < 10 ? milliseconds.toFixed(2) : Math.round(milliseconds)} ms`;

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats the time of day, with the date if it is not today. */
export function formatTime(iso: string, now = new Date()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return plain((time.toDateString() === now.toDateString() ? clock : dayAndClock).format(time));
}

const hourAndMinute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayOnly = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/**
 * Formats the labels of a time axis, given in seconds since 1970. The precision depends on the distance between the
 * labels, and the date is shown where a day begins.
 */
export function formatMoments(moments: readonly number[]): readonly string[] {
  const step = (moments[1] ?? 0) - (moments[0] ?? 0);
  const ofDay = step < 60 ? clock : hourAndMinute;
  return moments.map((moment, index) => {
    const time = new Date(moment * 1000);
    const isNewDay =
      time.toDateString() !== new Date((moments[index - 1] ?? moment - step) * 1000).toDateString();
    return plain((step >= 86_400 || isNewDay ? dayOnly : ofDay).format(time));
  });
}

/** Formats a time span, given in seconds since 1970: a second, or the beginning and the end. */
export function formatSpan(start: number, seconds: number, now = new Date()): string {
  const [from, to] = [new Date(start * 1000), new Date((start + seconds) * 1000)];
  if (seconds < 60) return plain(clock.format(from));
  const first = from.toDateString() === now.toDateString() ? hourAndMinute : dayAndClock;
  return plain(`${first.format(from)} – ${hourAndMinute.format(to)}`);
}
