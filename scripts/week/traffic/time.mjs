// Generates calls for times and time zones.

export function* askForTimes({ random }) {
  const { pick, below } = random;
  const zone = () => pick(['Europe/Vienna', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Australia/Sydney']);
  const day = () =>
    `2026-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`;
  const time = () =>
    `${day()} ${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}:00`;
  const kinds = [
    () => ['current_time', { format: 'YYYY-MM-DD HH:mm:ss', timezone: zone() }],
    () => ['relative_time', { time: time() }],
    () => ['days_in_month', { date: day() }],
    () => ['get_timestamp', { time: time() }],
    () => ['convert_time', { sourceTimezone: zone(), targetTimezone: zone(), time: time() }],
    () => ['get_week_year', { date: day() }],
  ];
  for (;;) {
    const [name, input] = pick(kinds)();
    yield { name, arguments: input };
  }
}
