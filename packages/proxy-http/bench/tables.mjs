// Formats the measurements as text.

const cell = (text) => String(text).padStart(20);

/**
 * Formats the calls per second with their ratio to the bare relay, and in brackets the ratio of CPU time per call.
 */
const callsCell = ({ rate, ratio, costRatio }) =>
  cell(`${Math.round(rate)} ${ratio.toFixed(2)} (${costRatio.toFixed(2)})`);

export function tablesOf({ calls, delays, streams }) {
  const labels = Object.keys(calls);
  const rows = Object.keys(delays).map((name) => {
    const { p50, p99 } = delays[name];
    const cells = labels.map((label) => callsCell(calls[label][name]));
    return [name.padEnd(14), ...cells, cell(p50.toFixed(2)), cell(p99.toFixed(2))].join('');
  });
  return [
    'calls per second, relative to the bare relay (in brackets: CPU time, above 1 is cheaper); delay of an event in ms',
    [' '.repeat(14), ...labels.map(cell), cell('p50'), cell('p99')].join(''),
    ...rows,
    ...Object.entries(streams).map(
      ([name, { sizes, events }]) =>
        `streams through ${name}: ${events} events, memory in MB ${sizes.join(' ')}`,
    ),
  ];
}
