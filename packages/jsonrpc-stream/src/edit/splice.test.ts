import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../message/message.js';
import { parseMessage } from '../message/parse.js';
import {
  decodeString,
  findNumbers,
  findString,
  findStrings,
  replaceInString,
  replaceString,
  spliceMessage,
  visitStrings,
} from './splice.js';

const options = { sender: 'server' } as const;
const messageOf = (text: string): Message => parseMessage(Buffer.from(text), options) as Message;
const textOf = (message: Message): string => Buffer.concat(message.frame).toString();

describe('splicing', () => {
  test('row 39: only the span changes; order, spaces, escapes and numbers are preserved', () => {
    const before =
      '{ "id" : 1.0, "jsonrpc":"2.0","result":{"n":12345678901234567890,"a":"\\u0041\\/","text":"x secret y","e":1e400}}\r\n';
    const message = messageOf(before);
    const span = findString(message.bytes, ['result', 'text']);
    if (span === undefined) throw new Error('not found');
    const after = spliceMessage(
      message,
      replaceInString(message.bytes, span, [{ from: 2, to: 8, text: '[REDACTED]' }]),
      options,
    );
    expect(textOf(after)).toBe(before.replace('secret', '[REDACTED]'));
  });

  test('escapes and surrogates before the span count as their decoded characters', () => {
    const before = '{"jsonrpc":"2.0","id":1,"result":"\\u00e9é\\n😀\\ud83d\\ude00|secret|\\\\"}';
    const message = messageOf(before);
    const [span] = findStrings(message.bytes).filter(({ isKey, path }) => !isKey && path[0] === 'result');
    const value = (message.value as { result: string }).result;
    const from = value.indexOf('secret');
    if (span === undefined) throw new Error('not found');
    const edits = replaceInString(message.bytes, span, [{ from, to: from + 6, text: '"\n' }]);
    expect(textOf(spliceMessage(message, edits, options))).toBe(before.replace('secret', '\\"\\n'));
  });

  test('invalid UTF-8 does not move the span', () => {
    const noise = fc.uint8Array({ min: 0x80, maxLength: 12 });
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const bytes = Buffer.concat([
          Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'),
          before,
          Buffer.from('SECRET'),
          after,
          Buffer.from('"}'),
        ]);
        const message = parseMessage(bytes, options) as Message;
        const span = findString(message.bytes, ['result']);
        if (span === undefined) throw new Error('not found');
        const from = decodeString(message.bytes, span).indexOf('SECRET');
        const edits = replaceInString(message.bytes, span, [{ from, to: from + 6, text: '[REDACTED]' }]);
        const spliced = Buffer.concat(spliceMessage(message, edits, options).frame);
        const expected = Buffer.concat([
          Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'),
          before,
          Buffer.from('[REDACTED]'),
          after,
          Buffer.from('"}'),
        ]);
        expect(spliced.equals(expected)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  test('several edits at once, in any order', () => {
    const message = messageOf('{"jsonrpc":"2.0","id":1,"result":{"a":"one","b":["two",{"c":"three"}]}}');
    const edits = findStrings(message.bytes)
      .filter(({ isKey, path }) => !isKey && path[0] === 'result')
      .map((span) => replaceString(span, span.path.join('.')))
      .reverse();
    expect(spliceMessage(message, edits, options).value).toMatchObject({
      result: { a: 'result.a', b: ['result.b.0', { c: 'result.b.1.c' }] },
    });
  });

  test('overlapping edits throw', () => {
    const message = messageOf('{"jsonrpc":"2.0","id":1,"result":"text"}');
    const span = findString(message.bytes, ['result']);
    if (span === undefined) throw new Error('not found');
    const edit = replaceString(span, 'x');
    expect(() => spliceMessage(message, [edit, edit], options)).toThrow('overlap');
  });

  test('finds every string of any value at its path', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, 1).replaceAll('\n', ' '));
        for (const { path, start, end, isKey } of findStrings(bytes)) {
          const text = JSON.parse(bytes.subarray(start, end).toString());
          if (isKey) expect(text).toBe(path.at(-1));
          else
            expect(text).toBe(
              path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], value),
            );
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('replacing any range of any string gives the same value as slicing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), fc.string(), (text, a, b, insert) => {
        const message = messageOf(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(text)}}`);
        const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const span = findString(message.bytes, ['result']);
        if (span === undefined) throw new Error('not found');
        // Half of a surrogate pair cannot be removed from UTF-8 bytes.
        fc.pre(
          [from, to].every(
            (unit) =>
              !/^[\udc00-\udfff]/.test(text.slice(unit)) || !/[\ud800-\udbff]$/.test(text.slice(0, unit)),
          ),
        );
        const after = spliceMessage(
          message,
          replaceInString(message.bytes, span, [{ from, to, text: insert }]),
          options,
        );
        expect((after.value as { result: string }).result).toBe(
          text.slice(0, from) + insert + text.slice(to),
        );
      }),
      { numRuns: 3000 },
    );
  });
});

test('numbers are found with their spelling, at any position', () => {
  const json = '{"a":[1,-2.50e3,{"b":12345678901234567890}],"c":"3","d":true,"e":null}';
  expect(findNumbers(new TextEncoder().encode(json))).toEqual(['1', '-2.50e3', '12345678901234567890']);
});

test('every string is visited once, keys and values separately, until the visitor stops', () => {
  const bytes = new TextEncoder().encode('{"a":["b",1,{"c":"d"}],"e":null,"f":"g"}');
  const seen: string[] = [];
  const show = (start: number, end: number, isKey: boolean) => {
    seen.push(`${isKey ? 'key' : 'value'} ${new TextDecoder().decode(bytes.subarray(start, end))}`);
    return seen.length < 5;
  };
  visitStrings(bytes, show);
  expect(seen).toEqual(['key "a"', 'value "b"', 'key "c"', 'value "d"', 'key "e"']);
});

test('the end of a string is found at any length, with any characters before its quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(100), (text, padding) => {
      const value = { a: ' '.repeat(padding) + text, b: text + '\\'.repeat(padding % 5), c: 1 };
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const strings = findStrings(bytes).filter(({ isKey }) => !isKey);
      expect(strings.map((span) => decodeString(bytes, span))).toEqual([value.a, value.b]);
    }),
  );
});
