import { expect, test } from 'vitest';
import { remainingTime } from './remaining-time.js';

const cases = [
  { until: 24_100, said: '25 s' },
  { until: 599_990, said: '10 min' },
  { until: 3_600_000, said: '60 min' },
  { until: 3_600_001, said: '2 h' },
  { until: 7 * 24 * 3_600_000, said: '7 days' },
  { until: -5, said: '0 s' },
];
for (const { until, said } of cases)
  test(`${until} ms are shown as ${said}`, () => expect(remainingTime(until, 0)).toBe(said));
