// Finds Facebook application tokens: the number of the application, a vertical bar, and the secret. The format has no
// fixed text, so the vertical bars are searched for.

import type { Finding } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { createRangeFinder } from '../../text/range-finder.js';

const BEFORE = /(?<![0-9A-Za-z])[0-9]{15,16}$/;
const AFTER = /^[A-Za-z0-9_-]{27,28}(?![A-Za-z0-9_-])/;

export const facebookTokens: FunctionDetector = {
  name: 'facebook-app-secret',
  kind: 'secrets',
  prefilterLiterals: ['0|'],
  find(text, from, to) {
    const findings: Finding[] = [];
    const next = createRangeFinder(text, '|', from, to);
    for (let bar = next(from); bar !== -1; bar = next(bar + 1)) {
      // Tables contain many vertical bars, with spaces next to them.
      if (!isDigit(text.charCodeAt(bar - 1))) continue;
      const id = BEFORE.exec(text.slice(Math.max(0, bar - 17), bar))?.[0];
      const secret = id === undefined ? undefined : AFTER.exec(text.slice(bar + 1, bar + 30))?.[0];
      if (id === undefined || secret === undefined || !/[0-9]/.test(secret) || !/[A-Za-z]/.test(secret))
        continue;
      findings.push({
        kind: 'secrets',
        detector: 'facebook-app-secret',
        severity: 'high',
        start: bar - id.length,
        end: bar + 1 + secret.length,
      });
    }
    return findings;
  },
  samples: {
    hit: ['"access_token":"911602140448729|q8Zr2LmT0xW5vB9nC4kJ7hG1fD3"'],
    miss: ['| 911602140448729 | q8Zr2LmT0xW5vB9nC4kJ7hG1fD3 |', '911602140448729|short', 'a|b'],
  },
};

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
