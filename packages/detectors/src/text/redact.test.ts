import { expect, test } from 'vitest';
import { compareFindings, removeCoveredFindings } from '../engine/match/findings.js';
import { redact } from './redact.js';

const at = (start: number, end: number, detector = 'd', severity: 'low' | 'high' = 'low') =>
  ({ kind: 'secrets', detector, severity, start, end }) as const;

const redactions = [
  { name: 'a text without findings', findings: [], expected: 'abcdefghij' },
  { name: 'one finding', findings: [at(2, 4)], expected: 'ab[REDACTED]efghij' },
  { name: 'overlapping findings together', findings: [at(4, 7), at(2, 5)], expected: 'ab[REDACTED]hij' },
  { name: 'adjacent findings together', findings: [at(0, 2), at(2, 4)], expected: '[REDACTED]efghij' },
  { name: 'separate findings', findings: [at(0, 1), at(9, 10)], expected: '[REDACTED]bcdefghi[REDACTED]' },
];
for (const { name, findings, expected } of redactions)
  test(`redacts ${name}`, () => expect(redact('abcdefghij', findings)).toBe(expected));

const resolutions = [
  { name: 'a finding inside a longer one is removed', findings: [at(3, 4), at(2, 6)], expected: [at(2, 6)] },
  {
    name: 'the more severe of two findings at the same position is kept',
    findings: [at(1, 2, 'a'), at(1, 2, 'b', 'high')],
    expected: [at(1, 2, 'b', 'high')],
  },
  {
    name: 'the name decides between equally severe findings',
    findings: [at(1, 2, 'b'), at(1, 2, 'a')],
    expected: [at(1, 2, 'a')],
  },
  {
    name: 'overlapping findings are both kept',
    findings: [at(2, 5), at(1, 4)],
    expected: [at(1, 4), at(2, 5)],
  },
];
for (const { name, findings, expected } of resolutions)
  test(name, () => {
    const steps = removeCoveredFindings([...findings].sort(compareFindings));
    for (let next = steps.next(); ; next = steps.next())
      if (next.done) {
        expect(next.value).toEqual(expected);
        return;
      }
  });
