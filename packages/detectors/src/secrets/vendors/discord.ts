// Finds Discord bot tokens: three base64 parts of known lengths without a fixed text. The prefilter detects the first
// part as a long run of characters.

import type { Finding } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { createRangeFinder } from '../../text/range-finder.js';

const TOKEN = /^[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}$/;

/** The second dot is seven characters after the first dot. This is so rare that further checks are cheap. */
export const discordTokens: FunctionDetector = {
  name: 'discord-bot-token',
  kind: 'secrets',
  prefilterPattern: {
    literals: [],
    afterDottedRun: true,
    pattern: /\.[\w-]{6}\.[\w-]{27}/,
  },
  find(text, from, to) {
    const findings: Finding[] = [];
    const next = createRangeFinder(text, '.', from, to);
    for (let dot = next(from); dot !== -1; dot = next(dot + 1)) {
      if (text.charCodeAt(dot + 7) !== 46) continue;
      const start = dot - runBefore(text, dot);
      const end = dot + 8 + runAfter(text, dot + 8);
      if (!TOKEN.test(text.slice(start, end)) || !looksRandom(text.slice(start, end))) continue;
      findings.push({ kind: 'secrets', detector: 'discord-bot-token', severity: 'critical', start, end });
    }
    return findings;
  },
  samples: {
    hit: ['MTk4NjIyNDgzNDcxOTI1MjQ4.Kq7Zp2.' + 'Xw9Vb4Nm6Lc1Rt8Ys3Df5Gh0Jk2'],
    miss: ['Module.exports.something', 'MTk4NjIyNDgzNDcxOTI1MjQ4.Kq7Zp2.short', '1.234567.89'],
  },
};

/** Tests for a letter, a digit, `_` or `-`. */
const isInside = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 122) || unit === 95 || unit === 45;

function runBefore(text: string, dot: number): number {
  let length = 0;
  while (length < 28 && dot - length > 0 && isInside(text.charCodeAt(dot - length - 1))) length += 1;
  return length;
}

function runAfter(text: string, from: number): number {
  let length = 0;
  while (length < 41 && from + length < text.length && isInside(text.charCodeAt(from + length))) length += 1;
  return length;
}

function looksRandom(token: string): boolean {
  return /[0-9]/.test(token) && /[A-Z]/.test(token) && /[a-z]/.test(token);
}
