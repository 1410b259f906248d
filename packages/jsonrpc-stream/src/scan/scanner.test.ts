// Checks that the scanner accepts the same texts as JSON.parse, mainly with almost valid texts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../message/limits.js';
import { Scanner } from './scanner.js';

const isJson = (bytes: Uint8Array): boolean => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
};

function accepts(bytes: Uint8Array, chunk = bytes.length): boolean {
  const scanner = new Scanner({ limits: defaultLimits, uniqueKeys: false, lenientUtf8: false });
  for (let at = 0; at < bytes.length; at += chunk)
    scanner.scan(bytes, at, Math.min(bytes.length, at + chunk));
  scanner.finish();
  return scanner.violation === undefined && scanner.facts.shape !== undefined;
}

/** The text is wrapped in an array, so that the rules for envelopes do not apply. */
const wrap = (text: string): Buffer => Buffer.from(`[${text}]`);

/** Returns true for text that can be compared: carriage returns and line feeds have a meaning in the framing. */
const ours = (bytes: Uint8Array): boolean => !bytes.includes(0x0d) && !bytes.includes(0x0a);

describe('scanner', () => {
  test('agrees with JSON.parse on damaged JSON', { timeout: 60_000 }, () => {
    const damage = fc.record({
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      kind: fc.constantFrom('set', 'cut', 'insert'),
    });
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4, stringUnit: 'grapheme' }),
        fc.array(damage, { maxLength: 2 }),
        fc.nat(9),
        (json, damages, step) => {
          let bytes: Buffer = wrap(json);
          for (const { at, byte, kind } of damages) {
            const place = at % bytes.length;
            const middle = kind === 'cut' ? [] : [byte];
            const rest = bytes.subarray(kind === 'insert' ? place : place + 1);
            bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(middle), rest]);
          }
          fc.pre(bytes.length > 0 && ours(bytes) && bytes[0] === 0x5b);
          expect(accepts(bytes)).toBe(isJson(bytes));
          expect(accepts(bytes, step + 1)).toBe(isJson(bytes));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test('agrees with JSON.parse on random JSON characters', () => {
    const noise = fc.array(
      fc.constantFrom(
        ...'{}[]:,"\\u0aeE+-.19tfn',
        'true',
        'null',
        '"a"',
        '0.',
        '-',
        '\t',
        ' ',
        'é',
        '\u0000',
        '\u001f',
        '\u007f',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const bytes = wrap(parts.join(''));
        expect(accepts(bytes)).toBe(isJson(bytes));
      }),
      { numRuns: 20_000 },
    );
  });

  test('agrees with TextDecoder on UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 0x70, maxLength: 12 }), (noise) => {
        const bytes = Buffer.concat([Buffer.from('["'), Buffer.from(noise), Buffer.from('"]')]);
        fc.pre(!noise.includes(0x5c) && !noise.includes(0x22));
        expect(accepts(bytes)).toBe(isJson(bytes));
        expect(accepts(bytes, 1)).toBe(isJson(bytes));
      }),
      { numRuns: 20_000 },
    );
  });

  test('agrees with JSON.parse on long strings at any chunk borders', () => {
    const part = fc.oneof(
      fc.nat(200).map((length) => Buffer.alloc(length, 'text ')),
      fc
        .constantFrom(
          '\\n',
          '\\"',
          '\\\\',
          '\\/',
          '\\u00e9',
          '\\x',
          '\\',
          'é',
          '中',
          '😀',
          '\u007f',
          '\u001f',
          '"',
        )
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ min: 0x7f, maxLength: 4 }).map((noise) => Buffer.from(noise)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (parts, step) => {
        const bytes = Buffer.concat([Buffer.from('["'), ...parts, Buffer.from('"]')]);
        expect(accepts(bytes)).toBe(isJson(bytes));
        expect(accepts(bytes, step)).toBe(isJson(bytes));
      }),
      { numRuns: 20_000 },
    );
  });

  test('detects every invalid byte at every position of a long string', () => {
    const bytes = Buffer.from(`["${'x'.repeat(260)}"]`);
    for (let place = 60; place < 262; place++) {
      for (let byte = 0; byte < 256; byte++) {
        bytes[place] = byte;
        if (ours(bytes)) expect([place, byte, accepts(bytes)]).toEqual([place, byte, isJson(bytes)]);
      }
      bytes[place] = 0x78;
    }
  });

  test('detects invalid bytes in a megabyte in one chunk', () => {
    const bytes = Buffer.from(`["${'x'.repeat(1_000_000)}"]`);
    for (let place = 65_000; place < 66_300; place++) {
      const found = [0x1f, 0xff].map((byte) => {
        bytes[place] = byte;
        return accepts(bytes);
      });
      bytes[place] = 0x78;
      expect([place, ...found]).toEqual([place, false, false]);
    }
    for (let place = 65_000; place < 66_300; place++) {
      const cut = Buffer.from(bytes);
      cut.write('😀\\n', place);
      expect([place, accepts(cut.subarray(0, 70_000)), accepts(cut)]).toEqual([place, false, true]);
    }
  });

  const depths = [
    { name: '128 levels', depth: 128, ok: true },
    { name: '129 levels', depth: 129, ok: false },
    { name: 'a million levels', depth: 1_000_000, ok: false },
  ];
  for (const { name, depth, ok } of depths) {
    test(name, () => expect(accepts(Buffer.from('['.repeat(depth) + ']'.repeat(depth)))).toBe(ok));
  }
});
