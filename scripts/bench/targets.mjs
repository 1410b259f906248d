// Defines the targets, each as a ratio to a raw relay in the same run.

/** `most` or `least` is the limit of the ratio. Metrics without a limit are only reported. */
const variedMetrics = [
  { metric: 'varied_cpu_us', name: 'varied calls: CPU per call', unit: 'µs', most: 10 },
  { metric: 'varied_first_cpu_us', name: '  CPU per call, first 1,000', unit: 'µs', most: 30 },
  { metric: 'varied_calls_per_s', name: '  calls per second', unit: '/s', least: 0.3 },
  { metric: 'varied_p50_us', name: '  latency of one call, p50', unit: 'µs', most: 2 },
  { metric: 'varied_startup_ms', name: '  start-up', unit: 'ms', most: 1.3 },
  { metric: 'varied_peak_mib', name: '  peak memory', unit: 'MiB', most: 1.6 },
  { metric: 'varied_changed', name: '  changed answers', unit: '' },
];

const largeMetrics = ['prose', 'code', 'json', 'base64'].map((kind) => ({
  ...{ metric: `large_${kind}_mb_per_s`, name: `answers of 1 MiB: ${kind}`, unit: 'MB/s', least: 0.6 },
}));

const sizeMetrics = ['1k', '16k', '256k'].map((size) => ({
  ...{ metric: `size_${size}_cpu_ms_per_mb`, name: `CPU of answers of ${size}B`, unit: 'ms/MB' },
}));

const repeatedMetrics = [
  { metric: 'startup_ms', name: 'repeated call: start-up', unit: 'ms', most: 1.3 },
  { metric: 'latency_p50_us', name: '  latency, p50', unit: 'µs', most: 1.6 },
  { metric: 'latency_p99_us', name: '  latency, p99', unit: 'µs' },
  { metric: 'msgs_per_s', name: '  calls per second', unit: '/s', least: 0.45 },
  { metric: 'cpu_us_per_call', name: '  CPU per call', unit: 'µs', most: 6 },
  { metric: 'rss_small_mib', name: '  peak memory', unit: 'MiB', most: 1.5 },
  { metric: 'large_mb_per_s', name: '  large answers', unit: 'MB/s', least: 0.6 },
  { metric: 'large_cpu_ms_per_mb', name: '  CPU, large answers', unit: 'ms/MB' },
  { metric: 'peak_rss_mib', name: '  peak memory, large answers', unit: 'MiB' },
];

export const stdioMetrics = [...variedMetrics, ...largeMetrics, ...sizeMetrics, ...repeatedMetrics];

/** The targets over HTTP, compared with a minimal relay that uses node:http and undici. */
export const httpTargets = { calls_per_s: { least: 0.4 }, cpu_us_per_call: {} };

/**
 * The target for the cost per MB of a message of 8 MB, compared with a message of 1 MB. The ideal ratio is one; caches
 * make it slightly larger.
 */
export const growthTarget = { most: 2 };

/**
 * The targets for decisions, compared with `JSON.parse` of the same call. A value of twice the size may take twice the
 * time, plus 10 % for noise.
 */
export const policyTargets = {
  decision: { most: 2 },
  rules: { most: 1.5 },
  shell: { most: 8 },
  growth: { most: 2.2 },
};

/** True if a ratio meets its target; undefined if there is no ratio. */
export function isMet(ratio, { most, least }) {
  if (typeof ratio !== 'number' || (most === undefined && least === undefined)) return undefined;
  return ratio <= (most ?? Number.POSITIVE_INFINITY) && ratio >= (least ?? 0);
}

export const boundOf = ({ most, least }) =>
  most !== undefined ? `≤ ${most}×` : least !== undefined ? `≥ ${least}×` : '';
