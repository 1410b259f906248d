// Finds IP addresses as personal data: IPv4 addresses with four decimal parts, and IPv6 addresses in any valid
// notation.

import type { Finding } from '../detector.js';
import { parseV6 } from '../egress/ip-address.js';
import type { FunctionDetector } from '../function-detector.js';
import { createRangeFinder } from '../text/range-finder.js';
import { isNear, matchAt, type NumberReader } from './number-reader.js';

const V4 = /(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])/y;
const NUMBERING = /(?:version|section|chapter|oid|release|build|\bv|§)[\s.:="']{0,3}$/i;

/**
 * Reads exactly four parts. If the preceding word says that it is a version or a section, the number is not an
 * address.
 */
export const ipv4: NumberReader = {
  name: 'ipv4',
  severity: 'low',
  runs: [1, 2, 3],
  read(text, start) {
    if (!goesOnWithDot(text, start)) return -1;
    const match = matchAt(V4, text, start)?.[0];
    if (match === undefined || /(?:^|\.)0[0-9]/.test(match) || isNear(text, start, NUMBERING)) return -1;
    return start + match.length;
  },
  samples: {
    hit: ['client 62.252.210.176 connected', 'ssh to 78.14.245.148:22', 'IP: 192.168.1.1.'],
    miss: ['256.300.1.2', 'section 4.2.1.3', 'oid 1.3.6.1.4.1.311', 'version 1.2.3', 'IP192.168.1.1text'],
  },
};

/** Tests whether a dot follows the first, second or third unit. Most numbers have no such dot. */
const goesOnWithDot = (text: string, start: number): boolean =>
  text.charCodeAt(start + 1) === dot ||
  text.charCodeAt(start + 2) === dot ||
  text.charCodeAt(start + 3) === dot;
const dot = 46;

/** Examines the hexadecimal digits, colons and dots around every colon. */
export const ipv6: FunctionDetector = {
  name: 'ipv6',
  kind: 'personal',
  prefilterPattern: {
    literals: [...'0.:abcdef'].map((unit) => `:${unit}`),
    pattern: /::|(?:[0-9a-f]{1,4}:){6}/i,
  },
  find(text, from, to) {
    const findings: Finding[] = [];
    // Addresses that begin before this range were examined with the previous range.
    let done = Math.max(0, from - 64);
    const next = createRangeFinder(text, ':', from, to);
    for (let colon = next(from); colon !== -1; colon = next(Math.max(colon + 1, done))) {
      if (!isGroup(text.charCodeAt(colon + 1))) continue; // such a colon belongs to prose or JSON
      const start = walk(text, colon, -1, done);
      const end = walk(text, colon, 1, text.length);
      done = end;
      const address = text.slice(start, endOfAddress(text, start, end));
      if (isAddress(text, start, address))
        findings.push({
          kind: 'personal',
          detector: 'ipv6',
          severity: 'low',
          start,
          end: start + address.length,
        });
    }
    return findings;
  },
  samples: {
    hit: [
      'addr 25a:f850:6cc:5c98:2a2:8c1d:a630:6c42 up',
      'Connect to [2001:db8::1]:8080',
      '::ffff:127.0.0.1',
      '::1/128',
    ],
    miss: [
      '2001::25de::cade',
      'MyClass::toString',
      'Ratio 1:2:3:4',
      'time 12:34:56',
      'aa:bb:cc:dd:ee:ff',
      '12345:db8::1',
      'a ::b',
    ],
  },
};

/** Excludes a final dot or colon, which belongs to the sentence. Two final colons stand for zeros. */
function endOfAddress(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (end - 1 <= start || (last !== 46 && last !== 58)) return end;
  return last === 58 && text.charCodeAt(end - 2) === 58 ? end : end - 1;
}

/**
 * Returns the end of a run of address characters. The search goes only as far as the maximum length of an address.
 */
function walk(text: string, from: number, step: 1 | -1, limit: number): number {
  let at = from;
  const bound = step === 1 ? Math.min(limit, from + 64) : Math.max(limit, from - 64);
  while (at !== bound && isGroup(text.charCodeAt(step === 1 ? at : at - 1))) at += step;
  return at;
}

/** Tests for a digit, a letter from `a` to `f`, a colon or a dot. */
function isGroup(unit: number): boolean {
  return (
    (unit >= 46 && unit <= 58 && unit !== 47) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70)
  );
}

function isAddress(text: string, start: number, address: string): boolean {
  if (isInWord(text, start - 1) || isInWord(text, start + address.length)) return false;
  if (address === '::') return /^\/[0-9]/.test(text.slice(start + 2, start + 4));
  return address.length >= 3 && /[0-9]/.test(address) && parseV6(address) !== undefined;
}

/** Tests for a letter, a digit or `_`. The pattern for other scripts is slow, so it is used last. */
function isInWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit > 127) return /[\p{L}\p{N}]/u.test(text.charAt(at));
  return (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 122) || unit === 95;
}
