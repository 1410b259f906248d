// What we want to hold, each as a ratio to a raw relay in the same run.

/** `most` or `least`: the bound of the ratio. Metrics without either are shown for information. */
export const stdioMetrics = [
  { metric: 'startup_ms', name: 'start-up', unit: 'ms', most: 1.3 },
  { metric: 'latency_p50_us', name: 'latency, p50', unit: 'µs', most: 1.5 },
  { metric: 'latency_p99_us', name: 'latency, p99', unit: 'µs' },
  { metric: 'msgs_per_s', name: 'calls per second', unit: '/s', least: 0.55 },
  { metric: 'cpu_us_per_call', name: 'CPU per call', unit: 'µs', most: 3 },
  { metric: 'rss_small_mib', name: 'memory, small calls', unit: 'MiB' },
  { metric: 'large_mb_per_s', name: 'large answers', unit: 'MB/s', least: 0.8 },
  { metric: 'large_cpu_ms_per_mb', name: 'CPU, large answers', unit: 'ms/MB' },
  { metric: 'peak_rss_mib', name: 'peak memory', unit: 'MiB', most: 1.6 },
];

/** The cost of a MB of a message of 8 MB to that of 1 MB. One would be ideal; caches make it a little more. */
export const growthTarget = { most: 2 };

/** Decisions against `JSON.parse` of the same call; a value of twice the size may take twice the time, and 10 % of noise. */
export const policyTargets = {
  decision: { most: 2 },
  rules: { most: 1.5 },
  shell: { most: 8 },
  growth: { most: 2.2 },
};

/** Undefined where there is nothing to compare. */
export function isMet(ratio, { most, least }) {
  if (typeof ratio !== 'number' || (most === undefined && least === undefined)) return undefined;
  return ratio <= (most ?? Number.POSITIVE_INFINITY) && ratio >= (least ?? 0);
}

export const boundOf = ({ most, least }) =>
  most !== undefined ? `≤ ${most}×` : least !== undefined ? `≥ ${least}×` : '';
