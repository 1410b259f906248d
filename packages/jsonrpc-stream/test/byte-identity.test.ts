// Checks that every valid message is forwarded with the bytes that arrived, in both directions, for any chunk
// borders.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Exchange } from './exchange.js';

/** Generates JSON text with all variations of the grammar: white space, escapes, spellings of numbers. */
const whitespace = fc.constantFrom('', '', '', ' ', '\t', '  ');
const character = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map((s) => JSON.stringify(s).slice(1, -1)),
  },
  fc.constantFrom(
    '\\u0041',
    '\\u00e9',
    '\\ud800',
    '\\uDC00',
    '\\/',
    '\\b\\f\\n\\r\\t',
    '\\"',
    '\\\\',
    '\u2028',
    '\u0085',
  ),
  fc.constantFrom('x'.repeat(70), 'é'.repeat(40), '漢字'.repeat(30), '😀'.repeat(9)),
);
const string = fc.array(character, { maxLength: 4 }).map((parts) => `"${parts.join('')}"`);
const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
  fc.constantFrom('-0', '0.0', '1e0', '1E+2', '12345678901234567890', '0.1e-300', '1e400'),
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    string,
    number,
    fc.constantFrom('true', 'false', 'null', '{}', '[]', '{ }', '[ ]'),
    fc
      .tuple(whitespace, fc.array(tie('value'), { maxLength: 4 }))
      .map(([w, items]) => `[${w}${items.join(`${w},${w}`)}${w}]`),
    fc
      .tuple(
        whitespace,
        fc.uniqueArray(fc.tuple(string, tie('value')), {
          maxLength: 4,
          selector: ([key]) => JSON.parse(key),
        }),
      )
      .map(([w, members]) => `{${w}${members.map(([k, v]) => `${k}${w}:${w}${v}`).join(`${w},${w}`)}${w}}`),
  ),
}));

const shuffled = (members: readonly string[]) =>
  fc.shuffledSubarray([...members], { minLength: members.length });
const envelope = (members: readonly string[]) =>
  fc
    .tuple(shuffled(members), whitespace, fc.constantFrom('', '', ' ', '\r'))
    .map(([ordered, w, end]) => `${w}{${w}${ordered.join(`${w},${w}`)}${w}}${end}\n`);

/** Generates the n-th message of a client: a call with arguments, a notification, or a vendor request. */
const clientMessage = (n: number) =>
  fc
    .tuple(
      value,
      fc.constantFrom('tools/call', 'vendor/thing', 'tools\\u002fcall', 'prompts/get'),
      fc.boolean(),
    )
    .chain(([argument, method, isRequest]) =>
      envelope([
        '"jsonrpc":"2.0"',
        ...(isRequest ? [`"id":${n % 2 ? n : `"call-${n}"`}`] : []),
        `"m\\u0065thod" : "${method}"`,
        `"params":{"name":"x","arguments":{"v":${argument}}}`,
      ]),
    );

const serverMessage = (n: number) =>
  fc
    .tuple(value, fc.integer({ min: 0, max: 2 }))
    .chain(([inside, kind]) =>
      envelope([
        '"jsonrpc":"2.0"',
        ...(kind === 0 ? [`"id":${n}`, `"result":${inside}`] : []),
        ...(kind === 1
          ? ['"method":"notifications/message"', `"params":{"level":"info","data":${inside}}`]
          : []),
        ...(kind === 2 ? [`"id":${n}`, '"method":"roots/list"', `"params":{"x":${inside}}`] : []),
      ]),
    );

const stream = (message: (n: number) => fc.Arbitrary<string>) =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => message(n + 1))));

/** Cuts a buffer at the given positions. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b);
  return [...ends, bytes.length]
    .map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
    .filter((c) => c.length > 0);
}

const runs = { numRuns: 3000 };
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('byte identity', () => {
  test('client to server', () => {
    fc.assert(
      fc.property(stream(clientMessage), cuts, (messages, places) => {
        const exchange = new Exchange();
        const sent = Buffer.from(messages.join(''));
        for (const chunk of cut(sent, places)) exchange.client(chunk);
        expect(exchange.diagnostics).toEqual([]);
        expect(exchange.serverBytes.equals(sent)).toBe(true);
        expect(exchange.clientBytes.length).toBe(0);
      }),
      runs,
    );
  });

  test('server to client', () => {
    fc.assert(
      fc.property(stream(serverMessage), cuts, (messages, places) => {
        const exchange = new Exchange();
        const sent = Buffer.from(messages.join(''));
        for (const chunk of cut(sent, places)) exchange.server(chunk);
        expect(exchange.clientBytes.equals(sent)).toBe(true);
        expect(exchange.serverBytes.length).toBe(0);
      }),
      runs,
    );
  });

  // The runs have about 16 and 272 bytes, because the scanner switches between search methods at these lengths.
  test('long strings with runs of every length and every end', () => {
    const part = fc.tuple(
      fc.constantFrom('x', 'é', '漢', '\u{1F980}', '\\\\', '\\"', '\\n', '\\u0001', ' '),
      fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 262, max: 290 })),
    );
    const text = fc
      .array(part, { minLength: 1, maxLength: 40 })
      .map((parts) => parts.map(([c, n]) => c.repeat(n)).join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), cuts, (texts, places) => {
        const exchange = new Exchange();
        const lines = texts.map((data) => `{"jsonrpc":"2.0","method":"x","params":{"data":"${data}"}}\n`);
        const sent = Buffer.from(lines.join(''));
        for (const chunk of cut(sent, places)) exchange.client(Buffer.from(chunk));
        expect(exchange.diagnostics).toEqual([]);
        expect(exchange.serverBytes.equals(sent)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('one byte at a time', () => {
    fc.assert(
      fc.property(stream(clientMessage), (messages) => {
        const exchange = new Exchange();
        const sent = Buffer.from(messages.join(''));
        for (const byte of sent) exchange.client(Uint8Array.of(byte));
        expect(exchange.serverBytes.equals(sent)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('chunks at odd addresses of a shared buffer', () => {
    const line = Buffer.from(
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"t":"${'abc é '.repeat(400)}"}}\n`,
    );
    for (let offset = 0; offset < 8; offset++) {
      const shared = Buffer.alloc(line.length + 16, 0x22);
      line.copy(shared, offset);
      const exchange = new Exchange().client(shared.subarray(offset, offset + line.length));
      expect(exchange.serverBytes.equals(line)).toBe(true);
    }
  });
});
