// Letters written as numbers, one after the other: `49 67 6e`, `73, 103, 110`, `01001001 01100111`. The gate waits for the
// code of a blank with the code of a letter behind it, which running text has soon.

import { PositionMapBuilder } from '../engine/position-map.js';
import type { Decoded, Decoder } from './decoder.js';

const forms: readonly { readonly run: RegExp; readonly code: RegExp; readonly base: number }[] = [
  { run: /(?:[01]{8}[\s,]{0,2}){8,2000}/g, code: /[01]{8}/g, base: 2 },
  {
    run: /(?<![0-9a-z])(?:(?:0x)?[0-9a-f]{2}[\s:,-]{1,2}){8,2000}(?:0x)?[0-9a-f]{2}(?![0-9a-z])/gi,
    code: /(?<![0-9a-wyz])[0-9a-f]{2}/gi,
    base: 16,
  },
  {
    run: /(?<![0-9.])(?:[0-9]{2,3}[\s,;-]{1,2}){8,2000}[0-9]{2,3}(?![0-9.])/g,
    code: /[0-9]{2,3}/g,
    base: 10,
  },
];

function decode(text: string, start: number, end: number): Decoded | undefined {
  const piece = text.slice(start, end);
  const map = new PositionMapBuilder();
  let decoded = '';
  for (const { run, code, base } of forms)
    for (const match of piece.matchAll(run)) {
      const codes = [...match[0].matchAll(code)].map(([digits]) => Number.parseInt(digits, base));
      // Half of it says nothing and cannot be cut out: the run is one place.
      if (codes.filter(isPrintable).length < codes.length * 0.95) continue;
      map.span(decoded.length, start + match.index, start + match.index + match[0].length);
      decoded += `${String.fromCharCode(...codes)}\n`;
    }
  return decoded === '' ? undefined : { text: decoded, map };
}

const isPrintable = (code: number): boolean => (code >= 32 && code < 127) || code === 10;

export const numberCodeDecoder: Decoder = {
  name: 'number-codes',
  literals: [
    ...[' 20 6', ' 20 7', ':20:6', ':20:7', '-20-6', '-20-7', '0x20', ', 20, 6', ', 20, 7'],
    ...[' 32 1', ' 32 9', ',32,1', ',32,9', ', 32, 1', ', 32, 9', '-32-1', '-32-9', '00100000'],
  ],
  reach: 1_024,
  enough: 2,
  reading: 'encoded',
  decode,
};
