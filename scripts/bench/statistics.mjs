// Computes statistics of measurements.

/** Returns the value below which the fraction `rank` of the values lies. */
export function quantile(values, rank) {
  const sorted = Float64Array.from(values).sort();
  const at = (sorted.length - 1) * rank;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

export const median = (values) => quantile(values, 0.5);

/** Rounds a number to five significant digits, which are enough to compare results. */
export const rounded = (value) => Number(value.toPrecision(5));
