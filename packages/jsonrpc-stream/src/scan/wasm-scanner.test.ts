// Checks that the fast scan returns the same facts as the scanner, or leaves the message to the scanner.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDuplicateKey } from '../edit/duplicate-key.js';
import { defaultLimits } from '../message/limits.js';
import { EnvelopeFacts } from './envelope-facts.js';
import { Scanner } from './scanner.js';
import { scanWithWasm } from './wasm-scanner.js';

const encoder = new TextEncoder();
const toBytes = (text: string | Uint8Array) => (typeof text === 'string' ? encoder.encode(text) : text);

interface Rules {
  readonly maxDepth?: number;
  readonly uniqueKeys?: boolean;
}

/** Returns the result of the fast scan, or undefined if it leaves the message to the scanner. */
function scanFast(text: string | Uint8Array, { maxDepth = 128, uniqueKeys = true }: Rules = {}) {
  const bytes = toBytes(text);
  const facts = new EnvelopeFacts();
  const stretch = { bytes, from: 0, to: bytes.length };
  return scanWithWasm([stretch], facts, maxDepth, uniqueKeys) ? facts : undefined;
}

function scanned(text: string | Uint8Array, { maxDepth = 128, uniqueKeys = true }: Rules = {}) {
  const bytes = toBytes(text);
  const limits = { ...defaultLimits, maxDepth };
  const scanner = new Scanner({ limits, uniqueKeys, lenientUtf8: !uniqueKeys });
  scanner.scan(bytes, 0, bytes.length);
  scanner.finish();
  return scanner;
}

const summary = ({
  shape,
  seen,
  version,
  id,
  idKind,
  method,
  methodKind,
  paramsKind,
  unknownParams,
}: EnvelopeFacts) => ({
  shape,
  seen,
  version: version === '2.0' ? version : undefined,
  id,
  idKind,
  method,
  methodKind,
  paramsKind,
  unknownParams,
});

/** Returns true if the fast scan accepts a message. Checks that the scanner then accepts it with the same facts. */
function agrees(text: string | Uint8Array, rules: Rules = {}): boolean {
  const facts = scanFast(text, rules);
  if (facts === undefined) return false;
  const scanner = scanned(text, rules);
  expect(scanner.violation).toBeUndefined();
  expect(summary(facts)).toEqual(summary(scanner.facts));
  if (scanner.facts.mayHaveDuplicateKeys) expect(findDuplicateKey(toBytes(text))).toBeUndefined();
  return true;
}

const common = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"payload":"plain words about gardens"}}}',
  '{"jsonrpc":"2.0","id":"a-b","method":"tools/call","params":{"name":"x","arguments":{"a":[1,-2.5e+7,true,false,null,{}]}}}',
  '{"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"a\\n\\"b\\" \\u00e9 \\/"}],"isError":false}}',
  '{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '  {\t"jsonrpc" : "2.0" , "method" : "ping" , "id" : 0 }\r',
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":3,"vendor/key":1}}}',
  '{"jsonrpc":"2.0","id":2,"method":"vendor/thing","params":{"own":1,"other":[[],[{}]]},"extra":{"deep":{"er":1}}}',
  '{"jsonrpc":"2.0","id":3,"result":{"_meta":{"traceparent":"00"},"tools":[]}}',
  '{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"höflich","arguments":{"text":"Ünïcödé 漢字 🙂 नमस्ते"}}}',
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"x","arguments":{"größe":1,"名前":[{"ü":2}]}}}',
  '{"jsonrpc":"1.0","id":4,"method":"ping"}',
  '{"jsonrpc":2,"id":[],"method":{},"params":"text"}',
  '{}',
];

describe('scans common messages', () => {
  for (const text of common) test(text.slice(0, 100), () => expect(agrees(text)).toBe(true));
  test('scans messages from a server, whose keys may be repeated', () => {
    expect(agrees('{"jsonrpc":"2.0","id":1,"result":{"a":{"b":1,"b":2}}}', { uniqueKeys: false })).toBe(true);
  });
  test('scans messages in chunks', () => {
    const bytes = toBytes(common[0] as string);
    const stretches = [0, 10, 11, 50].map((from, index, all) => ({
      bytes,
      from,
      to: all[index + 1] ?? bytes.length,
    }));
    const facts = new EnvelopeFacts();
    expect(scanWithWasm(stretches, facts, 128, true)).toBe(true);
    expect(summary(facts)).toEqual(summary(scanned(bytes).facts));
  });
});

describe('leaves everything else to the scanner', () => {
  const left = [
    '',
    ' ',
    '[]',
    '"text"',
    '\ufeff{}',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1}',
    '{"a":{]}',
    '{}}',
    '{} {}',
    '{"a":01}',
    '{"a":-}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":1e}',
    '{"a":1e+}',
    '{"a":+1}',
    '{"a":truE}',
    '{"a":nul}',
    '{"a":NaN}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":"\u0001"}',
    '{"a":"\n"}',
    '{"a":"open}',
    '{"a" 1}',
    '{a:1}',
    '{"a":1\n}',
    '{"a":1\r}',
    '{}\r\r',
    '{"a":1}\0',
    '{"jsonrpc":"2.0","jsonrpc":"2.0"}',
    '{"a":{"b":1,"b":2}}',
    '{"a":{"b":1,"\\u0062":2}}',
    '{"a":{"ü":1,"ü":2}}',
    '{"a":{"ü":1,"\\u00fc":2}}',
    '{"a":{"ü\\n":1}}',
    '{"paramſ":1}',
    '{"params":{"ü":1}}',
    '{"Method":"x"}',
    '{"metho\\u0064":"x"}',
    '{"jsonrpc":"\\u0032.0","method":"ping","id":1}',
    '{"jsonrpc":"2.\\u0030","method":"ping","id":1}',
    '{"params":{"_meta":{"ProgressToken":1}}}',
  ];
  for (const text of left) test(JSON.stringify(text), () => expect(scanFast(text)).toBeUndefined());

  const broken: readonly (readonly [string, readonly number[]])[] = [
    ['a continuation byte without a lead byte', [0x80]],
    ['an overlong ASCII character', [0xc1, 0x81]],
    ['an incomplete character', [0xe2, 0x82]],
    ['an overlong sequence of three bytes', [0xe0, 0x9f, 0xbf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['an overlong sequence of four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
    ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ['a byte that cannot occur in UTF-8', [0xff]],
  ];
  for (const [name, bytes] of broken)
    test(`invalid UTF-8: ${name}`, () => {
      const text = Uint8Array.from([...toBytes('{"a":"'), ...bytes, ...toBytes('"}')]);
      expect(scanFast(text)).toBeUndefined();
    });

  test('leaves a message with one level too many to the scanner', () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    for (const maxDepth of [1, 2, 128, 1500]) {
      expect(agrees(nested(maxDepth), { maxDepth })).toBe(true);
      expect(scanFast(nested(maxDepth + 1), { maxDepth })).toBeUndefined();
    }
    expect(scanFast(nested(1501), { maxDepth: 5000 })).toBeUndefined();
  });

  test('leaves an object with very many unique keys to the scanner', () => {
    const keys = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join()}}`;
    expect(agrees(`{"a":${keys(48)}}`)).toBe(true);
    expect(scanFast(`{"a":${keys(49)}}`)).toBeUndefined();
    expect(agrees(`{"a":${keys(300)}}`, { uniqueKeys: false })).toBe(true);
  });
});

// ---- properties

const members = ['jsonrpc', 'id', 'method', 'params', 'result', 'error', '_meta', 'name', 'arguments', 'uri'];
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>('2.0', 'tools/call', 1, null, true, '', 'é', 'a"b\\'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string({ maxLength: 8 })), tie('tree'), {
      maxKeys: 6,
    }),
  ),
}));
const envelopes = fc.dictionary(fc.constantFrom(...members.slice(0, 6)), tree, { maxKeys: 6 });

test('agrees on any object', () => {
  fc.assert(
    fc.property(envelopes, fc.boolean(), fc.constantFrom(0, 1, 3), (value, uniqueKeys, indent) => {
      // A line must not contain line feeds, so those of the formatting are replaced with tabs.
      agrees(JSON.stringify(value, null, indent).replaceAll('\n', '\t'), { uniqueKeys });
    }),
    { numRuns: 2000 },
  );
});

test('agrees on objects with a changed, added or removed byte', () => {
  const bytes = fc.oneof(
    fc.constantFrom(...toBytes('{}[]":,\\ \t\r\n0-+.eEtfnu')),
    fc.integer({ min: 0, max: 255 }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        envelopes.map((value) => JSON.stringify(value)),
        fc.constantFrom(...common),
      ),
      fc.nat(),
      bytes,
      fc.constantFrom('change', 'put', 'take'),
      fc.boolean(),
      (text, place, byte, how, uniqueKeys) => {
        const given = [...toBytes(text)];
        given.splice(place % (given.length + 1), how === 'put' ? 0 : 1, ...(how === 'take' ? [] : [byte]));
        agrees(Uint8Array.from(given), { uniqueKeys });
      },
    ),
    { numRuns: 5000 },
  );
});
