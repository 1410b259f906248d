// Decodes text that is written as character codes: `49 67 6e`, `73, 103, 110`, `01001001 01100111`. The literals are
// the code of a space and the first digit of the code of a letter; every longer text contains both.

import { PositionMapBuilder } from '../engine/normalize/position-map.js';
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
      // A part of the codes cannot be redacted on its own, so every position maps to the whole run.
      if (codes.filter(isPrintable).length < codes.length * 0.95) continue;
      map.span(decoded.length, start + match.index, start + match.index + match[0].length);
      decoded += `${String.fromCharCode(...codes)}\n`;
    }
  return decoded === '' ? undefined : { text: decoded, map };
}

const isPrintable = (code: number): boolean => (code >= 32 && code < 127) || code === 10;

export const characterCodeDecoder: Decoder = {
  name: 'character-codes',
  literals: [
    ...[' 20 6', ' 20 7', ':20:6', ':20:7', '-20-6', '-20-7', '0x20', ', 20, 6', ', 20, 7'],
    ...[' 32 1', ' 32 9', ',32,1', ',32,9', ', 32, 1', ', 32, 9', '-32-1', '-32-9', '00100000'],
  ],
  windowRadius: 1_024,
  minimumHits: 2,
  form: 'encoded',
  decode,
};
