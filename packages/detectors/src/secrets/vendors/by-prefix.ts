// Finds keys by a vendor prefix and a random tail. This covers keys for which the exact format fails because the
// vendor changed a length or an alphabet.

import type { PatternDetector } from '../../detector.js';
import { isInDigest } from '../values/digest.js';
import { isManualExample } from './manual-examples.js';
import { prefixTable } from './prefix-table.js';
import { isRandomTail } from './random-tail.js';

const ALPHABETS: Readonly<Record<string, string>> = {
  a: 'A-Za-z0-9',
  s: 'A-Za-z0-9_',
  w: 'A-Za-z0-9_-',
  d: 'A-Za-z0-9_.-',
  b: 'A-Za-z0-9+/_=-',
  p: 'A-Za-z0-9+/_=%.-',
  h: 'A-Fa-f0-9',
  l: 'a-z0-9',
  u: 'A-Z0-9',
};
/** A sequence of letters and digits that is not a real key. */
const SAMPLE = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU';
const SAMPLES: Readonly<Record<string, string>> = {
  h: '4c9e1b7a52d84f039a6e0d81c3b5e72f',
  l: SAMPLE.toLowerCase(),
  u: SAMPLE.toUpperCase(),
};

interface Row {
  readonly vendor: string;
  readonly prefix: string;
  readonly alphabet: string;
  readonly least: number;
  readonly most: number;
}

const rows: readonly Row[] = prefixTable
  .trim()
  .split('\n')
  .map((line) => {
    const [vendor = '', prefix = '', alphabet = '', least, most] = line.trim().split(' ');
    return { vendor, prefix, alphabet, least: Number(least), most: Number(most) };
  });

/** The detectors, one for each vendor. */
export const keysByPrefix: readonly PatternDetector[] = [...new Set(rows.map(({ vendor }) => vendor))].map(
  (vendor) =>
    toDetector(
      vendor,
      rows.filter((row) => row.vendor === vendor),
    ),
);

function toDetector(vendor: string, formats: readonly Row[]): PatternDetector {
  const prefixes = formats.map(({ prefix }) => prefix);
  return {
    name: `${vendor}-prefix`,
    kind: 'secrets',
    severity: 'high',
    literals: prefixes.map((prefix) => prefix.toLowerCase()),
    literalOffset: 0,
    followed: { kind: 'token', least: Math.min(...formats.map(({ least }) => least)) },
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${formats.map(sourceOf).join('|')})(?![A-Za-z0-9])`, 'g'),
    accept: ({ 0: found, index }, text) =>
      !isManualExample(found) &&
      prefixes.some((prefix) => found.startsWith(prefix) && isRandomTail(found.slice(prefix.length))) &&
      !isInDigest(text, index),
    // The samples are created on demand, because only tests use them.
    get samples() {
      return {
        hit: formats.flatMap((format) => [sampleOf(format), `token: "${sampleOf(format)}",`]),
        miss: formats.flatMap(({ prefix, least }) => [
          `a key begins with ${prefix} and then?`,
          `${prefix}${'x'.repeat(least)}`,
        ]),
      };
    },
  };
}

function sourceOf({ prefix, alphabet, least, most }: Row): string {
  return `${prefix.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}[${ALPHABETS[alphabet]}]{${least},${most}}`;
}

function sampleOf({ prefix, alphabet, least }: Row): string {
  const body = SAMPLES[alphabet] ?? SAMPLE;
  return prefix + body.repeat(Math.ceil(least / body.length)).slice(0, least);
}
